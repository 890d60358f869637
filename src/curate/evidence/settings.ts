import type { Commit, FileChange } from '../../commit.ts'
import { oneLine, shorten } from '../../text/clean.ts'
import { manifestState, sectionIn, parseJson } from './manifests.ts'
import { linesIn, type FileState, stateChanges, wantedBlobs } from './states.ts'
import type { Evidence, CommitReading } from './types.ts'

type Source = {
  readonly kind: 'command' | 'setting'
  readonly name: RegExp
  readonly read: (text: string) => FileState
}

/** Files that say how CI checks a project, and by which rules its code is written. */
const sources: readonly Source[] = [
  { kind: 'command', name: /^\.github\/workflows\/[^/]+\.ya?ml$|^\.gitlab-ci\.yml$/, read: steps },
  {
    kind: 'setting',
    name: /(?:^|\/)(?:\.editorconfig|tsconfig[\w.-]*\.json|jsconfig\.json|\.eslintrc(?:\.\w+)?|eslint\.config\.\w+|\.oxlintrc\.json|\.prettierrc(?:\.\w+)?|\.oxfmtrc\.json|biome\.jsonc?|\.?rustfmt\.toml|clippy\.toml|\.clang-(?:format|tidy)|\.golangci\.ya?ml|\.rubocop\.yml|ruff\.toml|\.flake8|mypy\.ini|tox\.ini|setup\.cfg|pyproject\.toml|commitlint\.config\.\w+|\.commitlintrc(?:\.\w+)?|checkstyle\.xml|deno\.jsonc?)$/,
    read: settingsIn,
  },
]

const sourcesOf = (path: string): readonly Source[] => sources.filter(({ name }) => name.test(path))
const isSource = ({ path }: FileChange): boolean => sourcesOf(path).length > 0

/** Names the blobs of such files that a commit touched, as they were before and after. */
export const settingsBlobs = (commit: Commit): readonly string[] => wantedBlobs(commit, isSource)

/** Reads the commands or the settings that a file gives as a whole; undefined for a file that gives none. */
export const settingsState = (kind: 'command' | 'setting', path: string, text: string): FileState | undefined =>
  sourcesOf(path)
    .find((source) => source.kind === kind)
    ?.read(text)

/** Tells files that say something as a whole. */
export const hasState = (path: string): boolean => sourcesOf(path).length > 0 || manifestState(path, '') !== undefined

/** Finds commands and rules of the code that were given, changed or dropped; `value` is the new one. */
export const settings = (reading: CommitReading): readonly Evidence[] =>
  reading.commit.changes.flatMap((change) =>
    sourcesOf(change.path).flatMap(({ kind, read }) =>
      stateChanges(reading, change, read).map(({ name, before, after }): Evidence => ({
        kind,
        about: name,
        value: after?.value ?? '',
        text: after?.note ?? '',
        category: kind === 'command' ? 'environment' : 'convention',
        at: { commit: reading.commit.sha, path: change.path },
        grade: 'observed',
        weight: before === undefined ? 0.6 : 0.7,
        ...(after === undefined ? { isGone: true } : {}),
      })),
    ),
  )

const said = (text: string): string => shorten(oneLine(text), 160)

/** A whole script, with the mark of what is left out of it. */
const longestCommand = 320

/** Reads the `run:` steps of a workflow, each under the name of its step. */
function steps(text: string): FileState {
  const found = new Map<string, { value: string; note: string }>()
  if (otherRepository.test(text)) return found
  const lines = linesIn(text)
  let name = ''
  for (const [at, line] of lines.entries()) {
    name =
      /^\s*-\s+name:(.+)/
        .exec(line)?.[1]
        ?.trim()
        .replace(/^["']|["']$/g, '') ?? (/^\s*-\s/.test(line) ? '' : name)
    const [, inline = ''] = /^\s*(?:-\s+)?run:\s*(.*)/.exec(line) ?? []
    if (inline === '') continue
    const command = /^[|>][-+]?$/.test(inline)
      ? scriptAt(lines, at, { isFolded: inline.startsWith('>') })
      : unquoted(inline.replace(/(?<!\s)\s+# .*/, ''))
    if (command !== '' && !asides.test(command))
      found.set(name === '' ? said(command) : `CI: ${said(name)}`, {
        value: shorten(oneLine(command), longestCommand),
        note: '',
      })
  }
  return found
}

/** A workflow that checks out another project runs that one's commands (anyio, test-downstream.yml). */
const otherRepository = /^[ \t]*repository:[ \t]*["']?[\w.-]{1,100}\/[\w.-]{1,100}["']?[ \t]*$/m

/** What only says or deletes something: `rm -rf src` before a wheel is tested (attrs). */
const asides = /^(?:echo|rm) |&& rm /

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/, '$2')

/** The lines of a script in a workflow that run a program by themselves; '' where the first of them is deeper in. */
function scriptAt(lines: readonly string[], at: number, { isFolded }: { isFolded: boolean }): string {
  const depth = (line: string): number => /^ */.exec(line)?.[0].length ?? 0
  const indent = depth(lines[at + 1] ?? '')
  const found: string[] = []
  for (let next = at + 1; next < lines.length && found.length <= mostInOne; next++) {
    const line = lines[next] ?? ''
    if (line.trim() === '' || depth(line) < indent) break
    if (!isFolded && preparation.test(line)) continue
    if (!isFolded && (depth(line) > indent || opensBlock.test(line))) break
    found.push(line.trim())
  }
  // A folded script is one command on many lines (YAML 1.2, 8.1.3).
  return isFolded ? found.join(' ') : inOne(found)
}

/** As many commands, in their order, as a line bears, each whole; that more follow is said: the last may be what checks. */
function inOne(commands: readonly string[]): string {
  let joined = ''
  for (const [at, command] of commands.map(oneLine).entries()) {
    if (joined !== '' && (at >= mostInOne || joined.length + command.length > longestInOne)) return `${joined} && …`
    joined = joined === '' ? command : `${joined} && ${command}`
  }
  return joined
}

const mostInOne = 6
const longestInOne = 300

const preparation = /^\s*(?:#|set [-+]|\w+=\S*$|export |cd \S+$|echo |git (?:init|config) ?)/
const opensBlock = /^\s*(?:if|for|while|case|\w+=["']?\$\()\b|\\$|<<|[{]$|\bthen$|^\s*\w+="\$\(/

const setting = /^(\s*)(?:-\s+)?["']?([\w@/.*-]+)["']?\s*[:=](.*)/
const comment = /^(?:#|\/\/|;|\/\*)\s?(.*)/

/** Reads names and values, whatever the format: by section and indentation. A comment above or beside is the reason. */
function settingsIn(source: string): FileState {
  const json = /^\s*\{/.test(source) ? parseJson(source) : {}
  const isJson = typeof json === 'object' && json !== null && Object.keys(json).length > 0
  const text = isJson ? JSON.stringify(json, undefined, 2) : source
  const found = new Map<string, { value: string; note: string }>()
  let section = ''
  let above = ''
  let parents: { indent: number; name: string }[] = []
  for (const line of linesIn(text)) {
    const note = comment.exec(line.trim())?.[1]?.replace(/\*\/$/, '').trimEnd()
    if (note !== undefined) above = above === '' ? note : `${above} ${note}`
    else {
      const header = sectionIn(line)
      if (header !== undefined) [section, parents] = [header, []]
      const [, indent = '', name, written = ''] = setting.exec(line) ?? []
      if (name !== undefined && isOfTools(section)) {
        const [bare = '', beside = ''] = splitComment(written)
        parents = parents.filter((parent) => parent.indent < indent.length)
        if (bare === '' || /^[{[|>]$/.test(bare)) parents.push({ indent: indent.length, name })
        else {
          const full = [...(section === '' ? [] : [section]), ...parents.map((parent) => parent.name), name]
          if (!described.test(name))
            found.set(full.filter((part) => !dull.has(part)).join('.'), {
              value: said(bare.replace(/^(["'])(.*)\1$/, '$2')),
              note: said(beside === '' ? above : beside),
            })
        }
      }
      above = ''
    }
  }
  return found
}

/** Of a manifest that holds more than settings, only the part of the tools counts. */
const isOfTools = (section: string): boolean =>
  !/^(?:project|build-system|metadata|options|tool\.poetry|dependency-groups)/.test(section)

/** What a setting is for is written beside it for whoever opens the file. */
const described = /^(?:description|\$schema|display[-_]?name)$/i

const dull = new Set(['compilerOptions', 'rules', 'tool', 'linters-settings', 'default', 'export'])

function splitComment(written: string): readonly string[] {
  const found = /(?<!\s)\s+(?:#|\/\/)\s+(?=\S)/.exec(written)
  if (found === null) return [written.trim().replace(/,$/, '').trim(), '']
  const [bare, beside] = [written.slice(0, found.index), written.slice(found.index + found[0].length)]
  return [bare.trim().replace(/,$/, '').trim(), beside.trim()]
}
