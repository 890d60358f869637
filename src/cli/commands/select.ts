import { plural } from '../../text/words.ts'
import type { Command, Given } from '../command.ts'
import { json, numberOf, wordOf } from '../context.ts'
import { print, printJson, say, style } from '../print/print.ts'

/** The command `ctx select`. */
export const selectCommand: Command = {
  name: 'select',
  words: '<request…>',
  about: 'Choose the chunks of a skill folder that a request needs, best first.',
  more: 'Does what SKILL.md tells agents, without a model. Exits with 1 when nothing fits.',
  options: [
    { name: 'dir', value: '<folder>', about: 'the folder (the current one)' },
    { name: 'budget', value: '<tokens>', about: 'stop before more than this is pulled' },
    { name: 'text', value: '', about: 'print the chunks, not only their names' },
    json,
  ],
  run: runSelect,
}

async function runSelect(given: Given): Promise<number> {
  wordOf(given, 'The request', 'ctx select "how are tokens rotated"')
  const { selectChunks } = await import('../../verbs/select.ts')
  const budget = given.has('budget') ? { budget: numberOf(given, 'budget', 0) } : {}
  const { chunks, ...rest } = selectChunks(given.text('dir') ?? '.', given.words.join(' '), budget)
  const isJson = given.has('json')
  const isText = given.has('text')
  if (isJson) printJson({ ...rest, chunks: chunks.map(({ text, ...chunk }) => (isText ? { ...chunk, text } : chunk)) })
  else
    for (const { path, node, how, words, text } of chunks) {
      const why =
        how === 'matches' ? words.join(', ') : how === 'belongs' ? 'with its branch' : 'unclear, to be checked'
      print(`${style('cyan', path)}  ${node}  ${style('dim', `(${why})`)}${isText ? `\n\n${text}` : ''}`)
    }
  for (const id of rest.missing) say(`chunks/${id}.md is named by the map, but is not there.`)
  if (rest.over.length > 0) say(`Left off ${plural(rest.over.length, 'chunk')} to stay within the budget.`)
  if (chunks.length === 0 && !isJson) say('Nothing in the map fits this request.')
  return chunks.length === 0 ? 1 : 0
}
