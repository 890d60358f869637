/** What a project is made with and how it is worked on. */
export type Tools = {
  /** Names: language, runtime, frameworks, test runner, package manager. */
  readonly stack: readonly string[]
  /** How to build, test, lint and release it, as far as its files say. */
  readonly commands: readonly (readonly [what: string, command: string])[]
}

const noTools: Tools = { stack: [], commands: [] }

type Package = {
  readonly scripts?: Readonly<Record<string, unknown>>
  readonly engines?: Readonly<Record<string, unknown>>
  readonly dependencies?: object
  readonly devDependencies?: object
  readonly packageManager?: unknown
}

/** What a dependency on a package says of what a project is made with, most telling first. */
const known: readonly (readonly [name: RegExp, said: string])[] = [
  [/^next$/, 'Next.js'],
  [/^react$/, 'React'],
  [/^vue$/, 'Vue'],
  [/^svelte$/, 'Svelte'],
  [/^@angular\/core$/, 'Angular'],
  [/^express$/, 'Express'],
  [/^fastify$/, 'Fastify'],
  [/^hono$/, 'Hono'],
  [/^@nestjs\/core$/, 'NestJS'],
  [/^electron$/, 'Electron'],
  [/^vitest$/, 'Vitest'],
  [/^jest$/, 'Jest'],
  [/^mocha$/, 'Mocha'],
  [/^ava$/, 'AVA'],
  [/^tap$/, 'tap'],
  [/^@playwright\/test$/, 'Playwright'],
  [/^cypress$/, 'Cypress'],
  [/^vite$/, 'Vite'],
  [/^webpack$/, 'webpack'],
  [/^rollup$/, 'Rollup'],
  [/^esbuild$/, 'esbuild'],
  [/^eslint$/, 'ESLint'],
  [/^@biomejs\/biome$/, 'Biome'],
  [/^oxlint$/, 'oxlint'],
  [/^prettier$/, 'Prettier'],
]

/** Reads package.json, and the locks that tell its package manager. */
export function node(files: ReadonlyMap<string, string>): Tools {
  const text = files.get('package.json')
  const manifest = text === undefined ? undefined : readPackage(text)
  if (manifest === undefined) return noTools
  const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const isTyped = files.has('tsconfig.json') || packages.includes('typescript')
  const engine = typeof manifest.engines?.['node'] === 'string' ? ` ${manifest.engines['node']}` : ''
  const manager = managerOf(files, manifest)
  const scripts = manifest.scripts ?? {}
  const run = (name: string): string => (name === 'test' ? `${manager} test` : `${manager} run ${name}`)
  const command = (what: string, names: readonly string[]): readonly (readonly [string, string])[] => {
    const name = names.find((one) => typeof scripts[one] === 'string')
    return name === undefined || /no test specified/.test(String(scripts[name])) ? [] : [[what, run(name)]]
  }
  return {
    stack: [
      isTyped ? 'TypeScript' : 'JavaScript',
      `Node.js${engine}`,
      ...known.filter(([name]) => packages.some((one) => name.test(one))).map(([, said]) => said),
      manager,
    ].toSorted((a, b) => rankOf(a) - rankOf(b)),
    commands: [
      ...command('build', ['build', 'compile']),
      ...command('test', ['test', 'tests', 'test:unit']),
      ...command('lint', ['lint', 'check', 'format']),
      ...command('release', ['release', 'publish', 'semantic-release']),
    ],
  }
}

/** The language and the runtime first, the package manager before what nobody needs to know at once. */
const rankOf = (name: string): number =>
  /^(?:Type|Java)Script$/.test(name) ? 0 : name.startsWith('Node.js') ? 1 : /^(?:npm|pnpm|yarn|bun)$/.test(name) ? 2 : 3

function managerOf(files: ReadonlyMap<string, string>, { packageManager }: Package): string {
  const [said] = typeof packageManager === 'string' ? packageManager.split('@') : []
  if (said !== undefined && /^(?:npm|pnpm|yarn|bun)$/.test(said)) return said
  if (files.has('pnpm-lock.yaml')) return 'pnpm'
  if (files.has('yarn.lock')) return 'yarn'
  return files.has('bun.lock') || files.has('bun.lockb') ? 'bun' : 'npm'
}

function readPackage(text: string): Package | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? fieldsOf(parsed) : undefined
  } catch {
    return undefined
  }
}

function fieldsOf(manifest: object): Package {
  const { scripts, engines, dependencies, devDependencies, packageManager }: Record<string, unknown> = { ...manifest }
  const record = (value: unknown): Record<string, unknown> =>
    typeof value === 'object' && value !== null ? { ...value } : {}
  return {
    scripts: record(scripts),
    engines: record(engines),
    dependencies: record(dependencies),
    devDependencies: record(devDependencies),
    packageManager,
  }
}

/** Reads pyproject.toml. */
export function python(files: ReadonlyMap<string, string>): Tools {
  const text = files.get('pyproject.toml')
  if (text === undefined) return noTools
  const [, version = ''] = /^requires-python\s*=\s*["']([^"']{1,30})["']/m.exec(text) ?? []
  // Names stand in quotes, as dependencies, or in the name of a table: `"pytest>=8"`, `[tool.ruff.lint]`.
  const named = new Set(Array.from(text.matchAll(/["'[.](\w+)/g), ([, name]) => name))
  const says = (name: string): boolean => named.has(name)
  const manager = files.has('uv.lock')
    ? 'uv'
    : files.has('poetry.lock') || /^\[tool\.poetry\]/m.test(text)
      ? 'Poetry'
      : files.has('pdm.lock')
        ? 'PDM'
        : /build-backend\s*=\s*["'](hatchling|flit_core|setuptools)/.exec(text)?.[1]
  const frameworks = ['django', 'flask', 'fastapi', 'pytest', 'tox', 'ruff', 'black', 'mypy', 'pyright'].filter(says)
  const runner = manager === 'uv' ? 'uv run ' : manager === 'Poetry' ? 'poetry run ' : ''
  return {
    stack: [`Python${version === '' ? '' : ` ${version}`}`, ...frameworks, ...(manager === undefined ? [] : [manager])],
    commands: [
      ...(says('pytest') ? [['test', `${runner}pytest`] as const] : []),
      ...(files.has('tox.ini') || says('tox') ? [['test', 'tox'] as const] : []),
      ...(says('ruff') ? [['lint', `${runner}ruff check`] as const] : []),
    ],
  }
}

/** Reads Cargo.toml. */
export function rust(files: ReadonlyMap<string, string>): Tools {
  const text = files.get('Cargo.toml')
  if (text === undefined) return noTools
  const [, version = ''] = /^rust-version\s*=\s*["']([\d.]{1,12})["']/m.exec(text) ?? []
  return {
    stack: [`Rust${version === '' ? '' : ` ${version}`}`, 'Cargo'],
    commands: [
      ['build', 'cargo build'],
      ['test', 'cargo test'],
      ['lint', 'cargo clippy'],
    ],
  }
}

/** Reads go.mod. */
export function go(files: ReadonlyMap<string, string>): Tools {
  const text = files.get('go.mod')
  if (text === undefined) return noTools
  const [, version = ''] = /^go\s+([\d.]{1,12})/m.exec(text) ?? []
  return {
    stack: [`Go${version === '' ? '' : ` ${version}`}`, 'Go modules'],
    commands: [
      ['build', 'go build ./...'],
      ['test', 'go test ./...'],
    ],
  }
}

/** Tells the others by the files that only they have. */
export function others(files: ReadonlyMap<string, string>): Tools {
  const gradle = files.has('build.gradle') || files.has('build.gradle.kts')
  const wrapped = (wrapper: string, otherwise: string): string => (files.has(wrapper) ? `./${wrapper}` : otherwise)
  return {
    stack: [
      ...(files.has('composer.json') ? ['PHP', 'Composer'] : []),
      ...(files.has('Gemfile') ? ['Ruby', 'Bundler'] : []),
      ...(files.has('pom.xml') ? ['Java', 'Maven'] : []),
      ...(gradle ? [files.has('build.gradle.kts') ? 'Kotlin' : 'Java', 'Gradle'] : []),
    ],
    commands: [
      ...(files.has('pom.xml') ? [['build', `${wrapped('mvnw', 'mvn')} package`] as const] : []),
      ...(files.has('pom.xml') ? [['test', `${wrapped('mvnw', 'mvn')} test`] as const] : []),
      ...(gradle ? [['build', `${wrapped('gradlew', 'gradle')} build`] as const] : []),
      ...(gradle ? [['test', `${wrapped('gradlew', 'gradle')} test`] as const] : []),
    ],
  }
}

/** What a Makefile makes, by the names that people know. */
export const made = (makefile: string): Tools['commands'] =>
  [...makefile.matchAll(/^(build|test|check|lint|release)\s*:(?!=)/gm)].map(([, name = '']) => [
    name === 'check' ? 'test' : name,
    `make ${name}`,
  ])
