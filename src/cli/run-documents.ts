import { readFileSync } from 'node:fs'
import { Problem } from '../problem.ts'
import { plural } from '../text/words.ts'
import type { DocumentsLearned } from '../verbs/documents.ts'
import type { Given } from './command.ts'
import { openHere } from './context.ts'
import { print, printJson, say, style } from './print/print.ts'

/** Learns from documents: those of `-f`, with words behind them as more of the same, or those of a folder. */
export async function runDocuments(given: Given): Promise<number> {
  const [files, folder] = [given.texts('file'), given.text('folder')]
  if (files.length > 0 && folder !== undefined)
    throw new Problem('files-and-folder', '-f names documents, -d a folder of them: one or the other.')
  if (folder !== undefined && given.words[0] !== undefined)
    throw new Problem('files-and-folder', `-d names a folder, so "${given.words[0]}" has no meaning beside it.`, {
      hint: 'Name documents with -f.',
    })
  const ctx = await openHere()
  const { learnDocuments } = await import('../verbs/documents.ts')
  const { documentsIn } = await import('../learning/sources.ts')
  const paths = folder === undefined ? [...files, ...given.words] : await documentsIn(ctx, folder)
  const learned = await learnDocuments(ctx, paths, { dryRun: given.has('dry-run') })
  if (given.has('json')) printJson(learned)
  else printLearned(learned, given.has('dry-run'))
  return 0
}

/** Writes operations that an agent authored; the same as the tool `ctx_curate` does. */
export async function runOperations(given: Given, file: string): Promise<number> {
  const text = readGiven(file)
  const { curateAuthored, readAuthoring } = await import('../verbs/operations.ts')
  const { operations, ...authoring } = readAuthoring(text)
  const { applied, summary } = await curateAuthored(await openHere(), operations, {
    ...authoring,
    dryRun: given.has('dry-run') || authoring.dryRun,
  })
  if (given.has('json')) printJson({ applied, summary })
  else
    for (const { type, path, status, message = '' } of applied)
      print(`${type} ${style('cyan', path)}  ${status}${message === '' ? '' : `: ${message}`}`)
  return summary.failed > 0 ? 2 : 0
}

function readGiven(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (cause) {
    throw new Problem('no-such-file', `${file} cannot be read.`, {
      hint: 'Name a file of operations as JSON, or - for standard input.',
      cause,
    })
  }
}

function printLearned({ applied, summary, documents }: DocumentsLearned, isDry: boolean): void {
  for (const { path, cuts, nothing } of documents) {
    for (const cut of cuts) say(`${path}: ${cut}`)
    if (nothing !== '') say(`Nothing was learned from ${path}: ${nothing.replace(/\.$/, '')}.`)
  }
  for (const { type, path, status, message } of applied)
    print(`${type} ${style('cyan', path)}${status === 'failed' ? `  failed: ${message ?? ''}` : ''}`)
  const read = plural(documents.length, 'document')
  say(
    `Read ${read}: ${plural(summary.added, 'entry', 'entries')} added, ${summary.updated} updated${isDry ? '; nothing was written' : ''}.`,
  )
}
