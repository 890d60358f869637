import type { Symbol } from '../../tree/graph.ts'
import type { Command } from '../command.ts'
import { json, openHere } from '../context.ts'
import { print, printJson, say, style } from '../print/print.ts'

/** The command `ctx tree`. */
export const treeCommand: Command = {
  name: 'tree',
  words: '[folder]',
  about: 'List domains, topics and entries.',
  more: '',
  options: [{ name: 'archived', value: '', about: 'list only what is in the archive' }, json],
  run: async (given) => {
    const { tree } = await import('../../verbs/tree.ts')
    const symbols = await tree(await openHere(), given.words[0], { archived: given.has('archived') })
    if (given.has('json')) printJson({ symbols })
    else if (symbols.length === 0)
      say(
        given.has('archived')
          ? 'Nothing is archived.'
          : 'Nothing was learned yet. `ctx curate --all` reads the history there is.',
      )
    else print(outline(symbols, { marksArchived: !given.has('archived') }).join('\n'))
    return 0
  },
}

const outline = (
  symbols: readonly Symbol[],
  { marksArchived, depth = 0 }: { marksArchived: boolean; depth?: number },
): readonly string[] =>
  symbols.flatMap((symbol) => {
    const indent = '  '.repeat(depth)
    const line =
      symbol.title === ''
        ? `${indent}${style('bold', `${symbol.name}/`)}`
        : `${indent}${symbol.name.replace(/\.md$/, '')}  ${style('dim', `${symbol.title}${marksArchived && symbol.archived ? ' (archived)' : ''}`)}`
    return [line, ...outline(symbol.children, { marksArchived, depth: depth + 1 })]
  })
