import { joinFacts } from '../tree/combine.ts'
import { type Fact, factKey, writeFact } from '../tree/facts.ts'
import { mostLike } from './statements.ts'

type Three = { readonly base: readonly Fact[]; readonly ours: readonly Fact[]; readonly theirs: readonly Fact[] }

/**
 * Lets what one side learned about a lesson go with it where the other reworded it: a lesson that is past is past in any
 * words. Merged as a set, the old words would go, and what stands beside them with them.
 */
export function carryNotes({ base, ours, theirs }: Three): Three {
  const [ourOrigins, theirOrigins] = [originsOf(ours, base), originsOf(theirs, base)]
  return {
    base,
    ours: withNotes(ourOrigins, { side: ours, other: theirs, otherOrigins: theirOrigins }),
    theirs: withNotes(theirOrigins, { side: theirs, other: ours, otherOrigins: ourOrigins }),
  }
}

/** Facts of one side that are in new words, with the fact that each says anew. */
type Origins = ReadonlyMap<Fact, Fact>

function originsOf(side: readonly Fact[], base: readonly Fact[]): Origins {
  const [added, lost] = [lackedBy(base, side), lackedBy(side, base)]
  if (lost.length === 0) return new Map()
  return new Map(
    added.flatMap((fact) => {
      const was = likestOf(fact, lost) ?? onlyOneOf(fact, { added, lost })
      return was === undefined ? [] : [[fact, was] as const]
    }),
  )
}

function lackedBy(some: readonly Fact[], others: readonly Fact[]): readonly Fact[] {
  const keys = new Set(some.map(factKey))
  return others.filter((fact) => fact.value === '' && !keys.has(factKey(fact)))
}

const sharesCommit = (one: Fact, other: Fact): boolean => one.sources.some((commit) => other.sources.includes(commit))

const sayAll = ({ subject, statement }: Fact): string => `${subject} ${statement}`

/** The fact of its commit that it shares most of its words with, of those that went. */
const likestOf = (fact: Fact, lost: readonly Fact[]): Fact | undefined =>
  mostLike(
    sayAll(fact),
    lost.filter((was) => sharesCommit(was, fact)),
    sayAll,
  )

/** The only fact of a commit that went, where this is the only one that came: it says it anew, in whatever words. */
function onlyOneOf(
  fact: Fact,
  { added, lost }: { readonly added: readonly Fact[]; readonly lost: readonly Fact[] },
): Fact | undefined {
  const [was, ...more] = lost.filter((one) => sharesCommit(one, fact))
  return more.length === 0 && added.filter((one) => sharesCommit(one, fact)).length === 1 ? was : undefined
}

function withNotes(
  origins: Origins,
  { side, other, otherOrigins }: { side: readonly Fact[]; other: readonly Fact[]; otherOrigins: Origins },
): readonly Fact[] {
  if (origins.size === 0) return side
  const kept = new Map(other.map((one) => [factKey(one), one]))
  const reworded = new Map([...otherOrigins].map(([one, was]) => [was, one]))
  return side.map((fact) => {
    const was = origins.get(fact)
    if (was === undefined) return fact
    const known = kept.get(factKey(was))
    if (known !== undefined) return writeFact(known) === writeFact(was) ? fact : joinFacts(fact, known)
    // Of what the other side said in words of its own, the sources stay with these.
    const saidAnew = reworded.get(was)
    return saidAnew === undefined ? fact : joinFacts(fact, { ...saidAnew, sources: [] })
  })
}
