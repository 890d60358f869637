import { Problem } from '../../problem.ts'
import type { Mark } from '../../verbs/mark.ts'
import type { Command, Given } from '../command.ts'
import { json, openHere, wordOf } from '../context.ts'
import { print, printJson, style } from '../print/print.ts'

/** The command `ctx mark`. */
export const markCommand: Command = {
  name: 'mark',
  words: '<path>',
  about: 'Say whether an entry still holds.',
  more: 'An approved entry counts as more certain in what agents are given (`ctx brain`). A deprecated or superseded one stays in the tree,\nbut agents are no longer given it. Approving brings it back.',
  options: [
    { name: 'approved', value: '', about: 'it holds' },
    { name: 'deprecated', value: '', about: 'it no longer holds' },
    { name: 'superseded-by', value: '<path>', about: 'another entry took its place' },
    json,
  ],
  run: async (given) => {
    const { mark } = await import('../../verbs/mark.ts')
    const path = wordOf(given, 'The path of an entry', 'ctx mark auth/tokens/rotation.md --approved')
    const marked = await mark(await openHere(), path, decisionOf(given))
    if (given.has('json')) printJson(marked)
    else print(`${style('cyan', marked.path)} ${marked.isNew ? 'is' : 'was already'} ${marked.as}.`)
    return 0
  },
}

function decisionOf(given: Given): Mark {
  const by = given.text('superseded-by')
  const named = ['approved', 'deprecated', 'superseded-by'].filter((name) => given.has(name))
  if (named.length !== 1)
    throw new Problem('no-decision', 'Say one thing about the entry, and only one.', {
      hint: 'Add --approved, --deprecated, or --superseded-by <path>.',
    })
  if (by !== undefined) return { as: 'superseded', by }
  return { as: given.has('approved') ? 'approved' : 'deprecated' }
}
