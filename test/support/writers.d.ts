export type Pushed = { readonly code: number; readonly tries: number; readonly ms: number; readonly err: string }
export function makeWriters(
  folder: string,
  options: { writers: number; uses: number; env: NodeJS.ProcessEnv },
): { remote: string; clones: readonly string[] }
export function pushAll(
  clones: readonly string[],
  options: { program: string; env: NodeJS.ProcessEnv },
): Promise<readonly Pushed[]>
export function arrived(
  remote: string,
  env: NodeJS.ProcessEnv,
): { own: number; facts: number; accesses: number; importance: number }
