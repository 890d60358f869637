/** Whether the first of two versions is the higher one; parts that are not said are 0. */
export function isHigher(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  for (let at = 0; at < 3; at++) {
    const [x, y] = [a?.[at] ?? 0, b?.[at] ?? 0]
    if (x !== y) return x > y
  }
  return false
}

/** Whether two versions are one, as `1.74` and `1.74.0` are. */
export const isSameVersion = (one: string, other: string): boolean => !isHigher(one, other) && !isHigher(other, one)
