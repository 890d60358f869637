import { movesBetween } from '../review/compare.ts'
import { fold, shorten } from '../text/clean.ts'
import { type Entry, emptyEntry, readableEntry, whyNotWritten, writeEntry } from '../tree/entry.ts'
import type { Change, Files, Finding } from '../tree/knowledge.ts'
import { blocks, closeFence, headingOfLevel } from '../tree/markdown.ts'
import { bulletsOf, madeSectionBullet, oncePerFile, withBullets } from '../tree/overview-sections.ts'
import { isGoalPath, overviewFolder, toEntryPath } from '../tree/path.ts'
import { eachTookOut } from './both-kept.ts'
import { mergeEntries } from './entries.ts'
import { mergeGoalTexts } from './goals.ts'
import { mergeProse } from './prose.ts'

type Three<Value> = { readonly base: Value; readonly ours: Value; readonly theirs: Value }

/** The files by which a merge differs from our side, and what people should look at. */
export type Merged = { readonly changes: readonly Change[]; readonly findings: readonly Finding[] }

/**
 * Merges two trees that came from one, file by file and entry by entry. The maps need to hold only the files that
 * differ between any two of them. Nothing fails: what cannot be joined is kept and becomes a finding.
 */
export function mergeTrees(given: Three<Files>): Merged {
  const sides = apart(followMoves(given))
  const changes: Change[] = []
  const findings: Finding[] = []
  const paths = [...given.base.keys(), ...given.ours.keys(), ...sides.ours.keys(), ...sides.theirs.keys()]
  for (const path of [...new Set(paths)].sort()) {
    const { base, ours, theirs } = {
      base: sides.base.get(path),
      ours: sides.ours.get(path),
      theirs: sides.theirs.get(path),
    }
    const merged = mergeFile(path, { base, ours, theirs })
    if (merged.text !== given.ours.get(path)) changes.push({ path, text: merged.text })
    findings.push(...(merged.findings ?? []).map((one) => ({ at: path, weight: 'warning' as const, ...one })))
  }
  return { changes, findings }
}

/** Where one side moved an entry that the other changed, all three tell of it at the new place. */
function followMoves(three: Three<Files>): Three<Files> {
  let sides = three
  for (const [mover, other] of [
    ['theirs', 'ours'],
    ['ours', 'theirs'],
  ] as const) {
    for (const [to, from] of movesOf(three.base, three[mover])) {
      if (!isEdited(from, three.base, three[other]) || three[other].has(to)) continue
      sides = { ...sides, base: moved(sides.base, from, to), [other]: moved(sides[other], from, to) }
    }
  }
  return sides
}

const isEdited = (path: string, base: Files, side: Files): boolean =>
  side.has(path) && side.get(path) !== base.get(path)

function movesOf(base: Files, side: Files): ReadonlyMap<string, string> {
  const gone = entriesOf(base).filter(([path]) => !side.has(path))
  return gone.length === 0
    ? new Map()
    : movesBetween(
        gone,
        entriesOf(side).filter(([path]) => !base.has(path)),
      )
}

const entriesOf = (files: Files): readonly (readonly [string, Entry])[] =>
  [...files].flatMap(([path, text]) => {
    const entry = toEntryPath(path) === undefined ? undefined : readableEntry(text)
    return entry === undefined ? [] : [[path, entry] as const]
  })

function moved(files: Files, from: string, to: string): Files {
  const text = files.get(from)
  const rest = [...files].filter(([path]) => path !== from)
  return new Map(text === undefined ? rest : [...rest, [to, text]])
}

/** Two new entries that only happen to have one path are kept as two: the second, by its bytes, gets a path of its own. */
function apart({ base, ours, theirs }: Three<Files>): Three<Files> {
  const sides = { ours: new Map(ours), theirs: new Map(theirs) }
  for (const [path, our] of ours) {
    const their = theirs.get(path)
    if (base.has(path) || their === undefined || toEntryPath(path) === undefined) continue
    const [one, other] = [readableEntry(our), readableEntry(their)]
    if (one === undefined || other === undefined || isSameSubject(one, other)) continue
    const side = our < their ? sides.theirs : sides.ours
    side.set(freeBeside(path, [base, sides.ours, sides.theirs]), side.get(path) ?? '')
    side.delete(path)
  }
  return { base, ...sides }
}

/** The same title, a file or a commit in common: two people learned of one thing. */
const isSameSubject = (one: Entry, other: Entry): boolean =>
  fold(one.title) === fold(other.title) ||
  one.raw.files.some((file) => other.raw.files.includes(file)) ||
  one.raw.sources.some(({ commit }) => other.raw.sources.some((source) => source.commit === commit))

function freeBeside(path: string, taken: readonly Files[]): string {
  for (let number = 2; ; number++) {
    const next = path.replace(/(?:\.md)$/, `_${number}.md`)
    if (!taken.some((files) => files.has(next))) return next
  }
}

type MergedFile = {
  readonly text: string | undefined
  readonly findings?: readonly Pick<Finding, 'code' | 'detail'>[]
}

function mergeFile(path: string, three: Three<string | undefined>): MergedFile {
  const { base, ours, theirs } = three
  if (ours === theirs || theirs === base) return { text: ours }
  if (ours === base) return { text: theirs }
  if (isGoalPath(path)) return { text: mergeGoalTexts(path, three) }
  if (ours === undefined || theirs === undefined) {
    return {
      text: ours ?? theirs,
      findings: [
        {
          code: 'changed-and-deleted',
          detail: 'One side deleted it, the other changed it; the changed one is kept.',
        },
      ],
    }
  }
  if (overviewFolder(path) !== undefined) {
    const text = mergeOverview({ base: base ?? '', ours, theirs })
    const detail = 'Both sides changed it; what each wrote is in it.'
    return differsInLists(ours, theirs) ? { text } : { text, findings: [{ code: 'both-changed', detail }] }
  }
  return toEntryPath(path) === undefined ? unmergeable(ours) : mergeEntryTexts({ base, ours, theirs })
}

/** Whether two overviews differ alone in the lists that we write: nobody has to look at them. */
function differsInLists(ours: string, theirs: string): boolean {
  const [our, their] = [new Set(ours.split('\n')), new Set(theirs.split('\n'))]
  const differing = [...[...our].filter((line) => !their.has(line)), ...[...their].filter((line) => !our.has(line))]
  return differing.every((line) => /^- [a-z0-9_-]+$/.test(line) || madeSectionBullet.test(line))
}

const unmergeable = (ours: string): MergedFile => ({
  text: ours,
  findings: [{ code: 'not-merged', detail: 'Both sides changed it and it is not an entry; ours is kept.' }],
})

/** Merges an overview section by section, and a section that both sides changed line by line. */
export function mergeOverview(three: Three<string>): string {
  const sides = { base: sections(three.base), ours: sections(three.ours), theirs: sections(three.theirs) }
  const names = [...new Set([...sides.ours.keys(), ...sides.theirs.keys()])]
  const merged = names.map((name) =>
    mergeSection({ base: sides.base.get(name), ours: sides.ours.get(name), theirs: sides.theirs.get(name) }),
  )
  const text = merged.filter((section) => section !== undefined && section !== '').join('\n\n')
  // Lines of two sides together may open or close a code block that neither had.
  const closed = `${blocks(text, headingOfLevel(2))
    .map(({ source }) => source)
    .join('\n\n')}\n`
  return withBullets(closed, 'usage', oncePerFile(bulletsOf(closed, 'usage') ?? []))
}

/** A heading may stand twice: the second is another section than the first. */
function sections(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { name, source } of blocks(text, headingOfLevel(2))) {
    let key = name
    for (let number = 2; found.has(key); number++) key = `${name}\n${number}`
    found.set(key, source)
  }
  return found
}

function mergeSection({ base, ours, theirs }: Three<string | undefined>): string | undefined {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  return closeFence(mergeProse({ base: base ?? '', ours: ours ?? '', theirs: theirs ?? '' }).text)
}

function mergeEntryTexts({
  base,
  ours,
  theirs,
}: Three<string> | { base: string | undefined; ours: string; theirs: string }): MergedFile {
  const [our, their] = [readableEntry(ours), readableEntry(theirs)]
  if (our === undefined || their === undefined) {
    return {
      text: our === undefined && their !== undefined ? theirs : ours,
      findings: [{ code: 'not-merged', detail: 'One side cannot be read as an entry; the other is kept.' }],
    }
  }
  const { entry, ...both } = mergeEntries({
    base: readableEntry(base) ?? emptyEntry,
    ours: our,
    theirs: their,
  })
  const text = writeEntry(entry)
  const why = whyNotWritten(text)
  if (why !== '') {
    const detail = `What both sides say together would be unreadable; ours is kept. ${why}`
    return { text: ours, findings: [{ code: 'not-merged', detail }] }
  }
  return { text, findings: findingsOf(both) }
}

function findingsOf({
  conflicts,
  bothChanged,
  putBack,
}: Omit<ReturnType<typeof mergeEntries>, 'entry'>): Required<MergedFile>['findings'] {
  const values = `Both sides say something else for ${conflicts.join(', ')}: decide for one.`
  const named = bothChanged.slice(0, mostNamed).map((line) => `“${shorten(line.trim(), 80)}”`)
  const lines = `${named.join(', ')}${bothChanged.length > mostNamed ? ` and ${bothChanged.length - mostNamed} more` : ''}`
  const removed = `${eachTookOut}${putBack.join(', ')}: decide for one.`
  return [
    ...(conflicts.length === 0 ? [] : [{ code: 'two-values', detail: values }]),
    ...(putBack.length === 0 ? [] : [{ code: 'two-values', detail: removed }]),
    ...(bothChanged.length === 0
      ? []
      : [{ code: 'both-changed', detail: `Both sides changed ${lines}; what each wrote is in it.` }]),
  ]
}

/** Lines that a finding names; the commit's message has it, too. */
const mostNamed = 5
