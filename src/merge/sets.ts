/**
 * Merges three lists as sets: what either side added is there, what either side removed is not; in our order, then
 * theirs. An item that both sides hold is joined by `join`, ours by default.
 */
export function mergeSets<Item>(
  {
    base,
    ours,
    theirs,
  }: { readonly base: readonly Item[]; readonly ours: readonly Item[]; readonly theirs: readonly Item[] },
  key: (item: Item) => string,
  join: (ours: Item, theirs: Item) => Item = (item) => item,
): readonly Item[] {
  const [before, our, their] = [base, ours, theirs].map((items) => new Map(items.map((item) => [key(item), item])))
  const merged: Item[] = []
  for (const [name, item] of our ?? []) {
    const other = their?.get(name)
    if (other !== undefined) merged.push(join(item, other))
    else if (!before?.has(name)) merged.push(item)
  }
  for (const [name, item] of their ?? []) if (!our?.has(name) && !before?.has(name)) merged.push(item)
  return merged
}
