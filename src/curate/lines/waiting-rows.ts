/** Equal lines in the order in which they came. There may be so many that each must not move when one is taken out. */
export type WaitingRow<Item> = { readonly all: Item[]; first: number }

/** What is left of a row. */
export const waiting = <Item>({ all, first }: WaitingRow<Item>): readonly Item[] => all.slice(first)

/** Puts an item at the end of the row of a key. */
export function put<Item>(rows: Map<number, WaitingRow<Item>>, key: number, item: Item): void {
  const row = rows.get(key)
  if (row === undefined) rows.set(key, { all: [item], first: 0 })
  else row.all.push(item)
}

/** Takes the first item of the row of a key; undefined where none is left. */
export function takeFirst<Item>(rows: Map<number, WaitingRow<Item>>, key: number): Item | undefined {
  const row = rows.get(key)
  if (row === undefined) return undefined
  const item = row.all[row.first++]
  if (row.first === row.all.length) rows.delete(key)
  else if (row.first * 2 > row.all.length) {
    row.all.splice(0, row.first)
    row.first = 0
  }
  return item
}
