export declare function chance(seed?: number): (below: number) => number
export declare function textFor(pattern: string, draw: (below: number) => number): string
export declare function gitleaksPositives(repository: string): readonly { rule: string; text: string }[]
export declare function detectSecretsPositives(repository: string): readonly { rule: string; text: string }[]
