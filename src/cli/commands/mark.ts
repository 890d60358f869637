import { Problem } from '../../problem.ts'
import type { Mark } from '../../verbs/mark.ts'
import type { Command, Given } from '../command.ts'
import { json, openHere, wordOf } from '../context.ts'
import { print, printJson, style } from '../print/print.ts'

/** The command `ctx mark`. */
export const markCommand: Command = {
  name: 'mark',
  words: '<path>',
  about: 'Say whether an entry, or one statement of it, still holds.',
  more: 'An approved entry counts as more certain in what agents are given (`ctx brain`). A deprecated or superseded one stays in the tree,\nbut agents are no longer given it. Approving brings it back.\n--past is about one statement, named by its words or their beginning (two words, or 8 letters), or about all that a commit taught\nthere, by its hash: the lesson of a commit stays, told as over; a rule, or what somebody only said, goes.',
  options: [
    { name: 'approved', value: '', about: 'it holds' },
    { name: 'deprecated', value: '', about: 'it no longer holds' },
    { name: 'superseded-by', value: '<path>', about: 'another entry took its place' },
    { name: 'past', value: '<statement>', about: 'what it states is no longer so' },
    json,
  ],
  run: async (given) => {
    const { mark, markPast } = await import('../../verbs/mark.ts')
    const path = wordOf(given, 'The path of an entry', 'ctx mark auth/tokens/rotation.md --approved')
    const statement = given.text('past')
    requireOne(given)
    if (statement !== undefined) {
      const past = await markPast(await openHere(), path, statement)
      if (given.has('json')) printJson({ ...past, as: 'past' })
      else
        for (const one of past.statements)
          print(`${style('cyan', past.path)}: “${one}” ${past.isNew ? 'is' : 'was already'} no longer so.`)
      return 0
    }
    const marked = await mark(await openHere(), path, decisionOf(given))
    if (given.has('json')) printJson(marked)
    else print(`${style('cyan', marked.path)} ${marked.isNew ? 'is' : 'was already'} ${marked.as}.`)
    return 0
  },
}

function requireOne(given: Given): void {
  const named = ['approved', 'deprecated', 'superseded-by', 'past'].filter((name) => given.has(name))
  if (named.length !== 1)
    throw new Problem('no-decision', 'Say one thing about the entry, and only one.', {
      hint: 'Add --approved, --deprecated, --superseded-by <path>, or --past <statement>.',
    })
}

function decisionOf(given: Given): Mark {
  const by = given.text('superseded-by')
  if (by !== undefined) return { as: 'superseded', by }
  return { as: given.has('approved') ? 'approved' : 'deprecated' }
}
