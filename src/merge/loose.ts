import type { UnknownText } from '../tree/list.ts'
import { type MergedProse, mergeProse } from './prose.ts'
import { mergeSets } from './sets.ts'

type Sides = {
  readonly base: readonly UnknownText[]
  readonly ours: readonly UnknownText[]
  readonly theirs: readonly UnknownText[]
}

/**
 * Merges what people wrote where nothing of ours stands, paragraph by paragraph: one that both changed is joined by
 * line, so that what both kept of it stands once.
 */
export function mergeLoose(
  sides: Sides,
): Pick<MergedProse, 'bothChanged'> & { readonly loose: readonly UnknownText[] } {
  const { base, ours, theirs, bothChanged } = joined(sides)
  return { loose: mergeSets({ base, ours, theirs }, keyOf), bothChanged }
}

const keyOf = ({ after, text }: UnknownText): string => `${after}\n${text}`

function joined(sides: Sides): Sides & Pick<MergedProse, 'bothChanged'> {
  const [before, mine, other] = [sides.base, sides.ours, sides.theirs].map((side) => new Set(side.map(keyOf)))
  const added = (side: readonly UnknownText[]) => side.filter((one) => before?.has(keyOf(one)) === false)
  const gone = sides.base.filter((one) => mine?.has(keyOf(one)) === false && other?.has(keyOf(one)) === false)
  let { base, ours, theirs } = sides
  const bothChanged: string[] = []
  for (const was of gone) {
    const [our, their] = [added(ours), added(theirs)].map((some) => some.find((one) => goesBackTo(one, was)))
    if (our === undefined || their === undefined || our.text === their.text) continue
    // By their bytes, so that either side comes to the same.
    const [first, second] = our.text < their.text ? [our, their] : [their, our]
    const merged = mergeProse({ base: was.text, ours: first.text, theirs: second.text })
    bothChanged.push(...merged.bothChanged)
    const next = { ...first, text: merged.text }
    const put = (side: readonly UnknownText[], old: UnknownText) => side.map((one) => (one === old ? next : one))
    ;[base, ours, theirs] = [put(base, was), put(ours, our), put(theirs, their)]
  }
  return { base, ours, theirs, bothChanged }
}

/** Whether a paragraph has a line of another at the same place; blocks of code stay whole. */
function goesBackTo(one: UnknownText, was: UnknownText): boolean {
  if (one.after !== was.after || /^\s*(?:```|~~~)/m.test(`${one.text}\n${was.text}`)) return false
  const lines = new Set(was.text.split('\n').filter((line) => line.trim() !== ''))
  return one.text.split('\n').some((line) => lines.has(line))
}
