import type { FileChange } from '../../commit.ts'

/** The version of a platform that a manifest needs: go, `1.25`, in go.mod; '' where it says none any more. */
export type PlatformVersion = {
  readonly platform: string
  readonly path: string
  readonly value: string
  /** What it said before, '' where that was nothing. */
  readonly before: string
}

/** How manifests say it: by the name of the file, and a line of it whose group 1 is the version. */
const shapes: readonly { readonly platform: string; readonly file: RegExp; readonly line: RegExp }[] = [
  { platform: 'go', file: /^go\.mod$/, line: /^go (\d[\d.]{0,12})$/ },
  { platform: 'rust', file: /^Cargo\.toml$/, line: /^rust-version *= *"([\d.]{1,12})"/ },
  { platform: 'rust', file: /^\.?clippy\.toml$/, line: /^msrv *= *"([\d.]{1,12})"/ },
  { platform: 'python', file: /^pyproject\.toml$/, line: /^(?:requires-)?python *= *["']([<>=~^!\d., *]{1,40})["']/ },
  { platform: 'python', file: /^setup\.(?:py|cfg)$/, line: /^\s{0,8}python_requires *= *["']?([<>=~^!\d., *]{1,40})/ },
  { platform: 'node', file: /^package\.json$/, line: /^\s{0,8}"node" *: *"([<>=~^| \d.x*-]{1,40})"/ },
  { platform: 'ruby', file: /\.gemspec$/, line: /\.required_ruby_version *= *\[?['"]([<>=~ \d.]{1,20})['"]/ },
  { platform: 'elixir', file: /^mix\.exs$/, line: /^\s{1,8}(?:elixir:|@elixir_requirement) *"([<>=~ \d.a-z]{1,40})"/ },
  { platform: 'swift', file: /^Package\.swift$/, line: /^\/\/ ?swift-tools-version: ?(\d[\d.]{0,12})/ },
  { platform: 'php', file: /^composer\.json$/, line: /^\s{0,8}"php" *: *"([<>=~^| \d.*]{1,40})"/ },
]

/** A manifest of an example or a test asks nothing of those who use the project. */
const deepest = 2

/** What the manifests that a commit changed say now of the platforms that they need. */
export const platformVersionsIn = (changes: readonly FileChange[]): readonly PlatformVersion[] =>
  changes.flatMap(({ path, hunks }) => {
    const parts = path.split('/')
    const own = parts.length - 1 > deepest ? [] : shapes.filter(({ file }) => file.test(parts.at(-1) ?? ''))
    return own.flatMap(({ platform, line }) => {
      const saidBy = (side: 'added' | 'removed'): readonly string[] =>
        hunks.flatMap((hunk) => hunk[side]).flatMap((text) => line.exec(text)?.[1]?.trim() ?? [])
      const [value, before] = [saidBy('added').at(-1), saidBy('removed').at(-1)]
      return value === undefined && before === undefined
        ? []
        : [{ platform, path, value: value ?? '', before: before ?? '' }]
    })
  })
