import { type Entry, emptyEntry, readEntry, writeEntry } from '../tree/entry.ts'
import type { Change, Files, Finding } from '../tree/knowledge.ts'
import { blocks, headingOfLevel } from '../tree/markdown.ts'
import { overviewFolder, toEntryPath } from '../tree/path.ts'
import { mergeEntries } from './entries.ts'
import { mergeSets } from './sets.ts'

type Three<Value> = { readonly base: Value; readonly ours: Value; readonly theirs: Value }

/** The files by which a merge differs from our side, and what people should look at. */
export type Merged = { readonly changes: readonly Change[]; readonly findings: readonly Finding[] }

/**
 * Merges two trees that came from one, file by file and entry by entry. The maps need to hold only the files that
 * their side changed. Nothing fails: what cannot be joined is kept and becomes a finding.
 */
export function mergeTrees({ base, ours, theirs }: Three<Files>): Merged {
  const changes: Change[] = []
  const findings: Finding[] = []
  for (const path of [...new Set([...base.keys(), ...theirs.keys()])].sort()) {
    const merged = mergeFile(path, { base: base.get(path), ours: ours.get(path), theirs: theirs.get(path) })
    if (merged.text !== ours.get(path)) changes.push({ path, text: merged.text })
    if (merged.finding !== undefined) findings.push({ at: path, weight: 'warning', ...merged.finding })
  }
  return { changes, findings }
}

type MergedFile = { readonly text: string | undefined; readonly finding?: Pick<Finding, 'code' | 'detail'> }

function mergeFile(path: string, three: Three<string | undefined>): MergedFile {
  const { base, ours, theirs } = three
  if (ours === theirs || theirs === base) return { text: ours }
  if (ours === base) return { text: theirs }
  if (ours === undefined || theirs === undefined) {
    return {
      text: ours ?? theirs,
      finding: {
        code: 'changed-and-deleted',
        detail: 'One side deleted it, the other changed it; the changed one is kept.',
      },
    }
  }
  if (overviewFolder(path) !== undefined) {
    const detail = 'Both sides changed it; what each wrote is in it.'
    return { text: mergeOverview({ base: base ?? '', ours, theirs }), finding: { code: 'both-changed', detail } }
  }
  return toEntryPath(path) === undefined ? unmergeable(ours) : mergeEntryTexts({ base, ours, theirs })
}

const unmergeable = (ours: string): MergedFile => ({
  text: ours,
  finding: { code: 'not-merged', detail: 'Both sides changed it and it is not an entry; ours is kept.' },
})

/** Merges an overview section by section, and a section that both sides changed line by line. */
function mergeOverview(three: Three<string>): string {
  const sides = { base: sections(three.base), ours: sections(three.ours), theirs: sections(three.theirs) }
  const names = [...new Set([...sides.ours.keys(), ...sides.theirs.keys()])]
  const merged = names.map((name) =>
    mergeSection({ base: sides.base.get(name), ours: sides.ours.get(name), theirs: sides.theirs.get(name) }),
  )
  return `${merged.filter((text) => text !== undefined && text !== '').join('\n\n')}\n`
}

const sections = (text: string): ReadonlyMap<string, string> =>
  new Map(blocks(text, headingOfLevel(2)).map(({ name, source }) => [name, source]))

function mergeSection({ base, ours, theirs }: Three<string | undefined>): string | undefined {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  const lines = (text: string | undefined): readonly string[] => text?.split('\n') ?? []
  return mergeSets({ base: lines(base), ours: lines(ours), theirs: lines(theirs) }, (line) => line).join('\n')
}

function mergeEntryTexts({
  base,
  ours,
  theirs,
}: Three<string> | { base: string | undefined; ours: string; theirs: string }): MergedFile {
  const [our, their] = [read(ours), read(theirs)]
  if (our === undefined || their === undefined) {
    return {
      text: our === undefined && their !== undefined ? theirs : ours,
      finding: { code: 'not-merged', detail: 'One side cannot be read as an entry; the other is kept.' },
    }
  }
  const { entry, conflicts } = mergeEntries({
    base: (base === undefined ? undefined : read(base)) ?? emptyEntry,
    ours: our,
    theirs: their,
  })
  const text = writeEntry(entry)
  return conflicts.length === 0
    ? { text }
    : {
        text,
        finding: {
          code: 'two-values',
          detail: `Both sides say something else for ${conflicts.join(', ')}: decide for one.`,
        },
      }
}

function read(text: string): Entry | undefined {
  const reading = readEntry(text)
  return 'fault' in reading ? undefined : reading.entry
}
