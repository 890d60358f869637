import { anyOf } from '../text/alternatives.ts'
import { oneLine, shorten } from '../text/clean.ts'
import { sentences } from '../text/sentences.ts'
import { go, made, node, others, python, rust, type Tools } from './tools.ts'

/** What a project says of itself in the files at its top: what it is, in its README's words, and its tools. */
export type Project = Tools & { readonly about: string }

/** A project of which nothing is known: then the brief has no line about it. */
export const noProject: Project = { about: '', stack: [], commands: [] }

/** The files at the top of a project that are read; of the others it is enough that they are there. */
export const projectFiles: readonly string[] = [
  'README.md',
  'Readme.md',
  'readme.md',
  'README.rst',
  'README',
  'package.json',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'Makefile',
  'composer.json',
  'Gemfile',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
]
/** Files that name a tool by being there; they are never read. */
export const projectSigns: readonly string[] = [
  'tsconfig.json',
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'uv.lock',
  'poetry.lock',
  'pdm.lock',
  'tox.ini',
  'gradlew',
  'mvnw',
]

const most = { about: 320, stack: 8 }

/** Reads a project from the files at its top, by name; a file that is only there has no text. */
export function readProject(files: ReadonlyMap<string, string>): Project {
  const readme = projectFiles.filter((name) => /^readme/i.test(name)).flatMap((name) => files.get(name) ?? [])[0]
  const found = [node(files), python(files), rust(files), go(files), others(files)]
  const commands = new Map<string, string>()
  for (const [what, command] of [...found.flatMap((one) => one.commands), ...made(files.get('Makefile') ?? '')])
    if (!commands.has(what)) commands.set(what, command)
  return {
    about: aboutIn(readme ?? '', describedIn(files)),
    stack: [...new Set(found.flatMap((one) => one.stack))].slice(0, most.stack),
    commands: order.flatMap((what) => {
      const command = commands.get(what)
      return command === undefined ? [] : [[what, command] as const]
    }),
  }
}

const order = ['build', 'test', 'lint', 'release']

/**
 * The first sentences of a README that are prose: no heading, badge, list, table, quotation or code. Where it begins by asking
 * something of its readers, what follows seldom says what the project is: what its manifest says goes before that.
 */
function aboutIn(readme: string, described: string): string {
  const blocks = readme
    .replaceAll('\r\n', '\n')
    .replace(/^---\n[^]*?\n---\n/, '')
    .replaceAll(/```[^]*?(?:```|$)/g, '')
    .replaceAll(/<!--[^]*?(?:-->|$)/g, '')
    .replaceAll(/<(kbd|details|table)\b[^]*?(?:<\/\1>|$)/g, '')
    // A tag with a line for each of its attributes is no prose: starship's badges.
    .replaceAll(/<[a-z][^<>\n]*\n[^<>]*>/gi, '')
    .split(/\n{2,}/)
  for (const block of blocks) {
    const lines = block
      .split('\n')
      .map(insideTag)
      .filter((line) => !noProse.test(line))
    if (lines.every((line) => line === '' || onlyLink.test(line))) continue
    const prose = plainText(lines.join(' '))
    if (prose.length < 25 || !/[a-z] [a-z]/i.test(prose) || !/[.!:]$|(?<!\w)\w{3,} \w+ \w+/.test(prose)) continue
    if (appeal.test(prose) || aside.test(prose)) {
      if (described !== '') return described
      continue
    }
    const [first = '', second = ''] = sentences(prose)
    return shorten(first.length < 80 && second !== '' ? `${first} ${second}` : first, most.about)
  }
  return described
}

/** A heading, a rule, a list, a table, a quotation, a directive, a badge. */
const noProse = /^\s*(?:#|[-=~*]{3,}\s*$|\[[^\]]+\]:|\.\. |:\w+:|<|\||>|!\[|\[!\[|[-*+] |\d+\. )/
const onlyLink = /^\[[^\][]*\]\([^()]*\)(?:<br ?\/?>)?$/

/** The sentence in `<p align="center">Caddy is an extensible server platform …</p>`; a line with more tags is no prose. */
const insideTag = (line: string): string =>
  /^\s*<p(?: [^<>]*)?>([^<>]+[.!])<\/p>$/.exec(line.trimEnd())?.[1] ?? line.trimEnd()

/** What a README asks of its readers, or announces, before it says what the project is. */
const appeal = anyOf('i')`
  ^(?:
    special thanks|sponsor|support (?:this|us|the)|donat|become an? |\W*new:|join (?:us|our|the)
    follow (?:us|me)
    we(?:'re| are) (?:
      hiring|looking|(?:very |so )?(?:excited|happy|pleased|proud|thrilled|glad|delighted)
    )
    announcing|show your|copyright
  )
  \bsponsors?\b|\bsupported by the community\b|\bt-shirts?\b
`

/** Where to look, how to begin and under which licence: of marked, axios and clap that was said to be what they are. */
const aside =
  /^(?:(?:please )?(?:check out|visit|read|see) |once (?:\w+ ){1,5}(?:is|are|has been) installed|(?:dual-?)?licen[cs]ed )/i

/** What the manifest of a package says it is. */
function describedIn(files: ReadonlyMap<string, string>): string {
  const texts = ['package.json', 'Cargo.toml', 'pyproject.toml', 'composer.json'].map((name) => files.get(name) ?? '')
  const [found = ''] = texts.flatMap(
    (text) => /^[ \t]{0,4}"?description"? ?[:=] ?"([^"\\\n]{12,300})"/m.exec(text)?.[1] ?? [],
  )
  return shorten(plainText(found), most.about)
}

const plainText = (markdown: string): string =>
  oneLine(
    markdown
      .replaceAll(/!\[[^\][]*\](?:\([^()]*\)|\[[^\][]*\])/g, '')
      .replaceAll(/\[([^\][]*)\](?:\([^()]*\)|\[[^\][]*\])/g, '$1')
      .replaceAll(/<[^>]{1,200}>|&nbsp;/g, '')
      .replaceAll(/\*\*|__/g, ''),
  )
