/** What counts an entry that a person approved, and one that no longer holds or is archived, beside any other. */
const decisions = { approved: 1.1, retired: 0.5 }

/** What a person decided about an entry. */
export type EntryDecision = keyof typeof decisions

/** What was decided about entries, by path; those about which nothing was are missing. */
export type DecisionsOf = (entries: readonly string[]) => ReadonlyMap<string, EntryDecision>

type Ranked = {
  readonly entry: string
  readonly source: string
  readonly rank: number
  readonly parts?: { readonly factors: Readonly<Record<string, number>> }
}

/** Lets what was decided about their entries count for the `most` that rank first: to look up all would take longer. */
export function withDecisions<One extends Ranked>(
  ranked: readonly One[],
  { decided, most }: { readonly decided?: DecisionsOf | undefined; readonly most: number },
): readonly One[] {
  const ours = ranked.slice(0, most).flatMap(({ entry, source }) => (source === '' && entry !== '' ? [entry] : []))
  const known = ours.length === 0 ? undefined : decided?.([...new Set(ours)])
  if (known === undefined || known.size === 0) return ranked
  return ranked.map((one, at) => {
    const decision = at < most && one.source === '' ? known.get(one.entry) : undefined
    if (decision === undefined) return one
    const { rank, parts: made } = one
    const more = { [decision]: decisions[decision] }
    return {
      ...one,
      rank: rank * decisions[decision],
      ...(made && { parts: { ...made, factors: { ...made.factors, ...more } } }),
    }
  })
}
