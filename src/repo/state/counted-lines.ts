import { lstatSync, readFileSync } from 'node:fs'
import { removeFolder, writeWhole } from './disk.ts'

// What is derived from a knowledge commit, so that no question has to ask git: first that commit and how many lines follow, then
// the lines. Whoever finds fewer, or anything else in its place, takes nothing from it; the next refresh writes it anew.

/** Lines that were derived from a knowledge commit. */
export type CountedLines = { readonly commit: string; readonly lines: readonly string[] }

/** Reads them; undefined where there are none, they are not as many as they say, or one of them has another shape. */
export function readCountedLines(path: string, shape: RegExp): CountedLines | undefined {
  const [head = '', ...lines] = textOf(path).split('\n')
  const [commit = ''] = head.split(' ')
  if (commit === '' || head !== `${commit} ${lines.length - 1}` || lines.pop() !== '') return undefined
  return lines.every((line) => shape.test(line)) ? { commit, lines } : undefined
}

function textOf(path: string): string {
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}

/** Writes them, each without its end, in the place of whatever is there. */
export function writeCountedLines(path: string, { commit, lines }: CountedLines, below: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) removeFolder(path, { below })
  writeWhole(path, [`${commit} ${lines.length}`, ...lines, ''].join('\n'), { below })
}
