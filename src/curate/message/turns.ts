/**
 * What is right behind the end and says that it is otherwise belongs to what it limits: "But on Windows the trade-offs are
 * different: …", without which a reason argued against what was done (trio 7b6380b4).
 */
export function withTurn(kept: readonly string[], said: readonly string[]): readonly string[] {
  const [first = '', next = ''] = [kept[0], said[kept.length]]
  return first !== '' && turns.test(next) && next.length <= longestTurn ? [...kept, next] : kept
}

const turns = /^(?:but|however|yet)\b/i
const longestTurn = 300
