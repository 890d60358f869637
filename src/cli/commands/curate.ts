import { readFileSync } from 'node:fs'
import type { Curated } from '../../learning/learn.ts'
import type { Wanted } from '../../learning/wanted.ts'
import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import { plural, short } from '../../text/words.ts'
import { sayFact } from '../../tree/facts.ts'
import type { Command, Given } from '../command.ts'
import { json, numberOf, openHere, workUnattended } from '../context.ts'
import { curatedInWords } from '../print/curated-in-words.ts'
import { setForHistory } from '../v8-flags.ts'
import { print, printJson, say, style } from '../print/print.ts'

/** The command `ctx curate`. */
export const curateCommand: Command = {
  name: 'curate',
  words: '[<rev>|<range>…]',
  about: 'Learn from commits; without arguments, from those that were not read yet.',
  more: 'A commit is read once; version bumps, lock files and generated code teach nothing, and what a merge says is told\nof the commits that it brought.\nHooks do this by themselves after every commit.',
  options: [
    { name: 'all', value: '<n>', optional: true, about: 'read all of history, or its newest n commits' },
    { name: 'since', value: '<date>', about: 'of history, read what is younger: 2026-01-31, "6 months ago"' },
    { name: 'paths', value: '<path,…>', about: 'of history, read what touched these files or folders' },
    { name: 'text', short: 't', value: '<text>', about: 'learn what you say instead; - reads standard input' },
    { name: 'topic', value: '<domain/topic>', about: 'where to file what you say' },
    {
      name: 'file',
      short: 'f',
      value: '<file>',
      many: true,
      about: 'learn from a document instead: text, code, PDF, office; repeat it for up to five',
    },
    { name: 'folder', short: 'd', value: '<folder>', about: 'the same for the documents of a folder' },
    {
      name: 'operations',
      value: '<file>',
      about: 'write what an agent authored: operations as JSON, each with its own status; - reads standard input',
    },
    {
      name: 'anew',
      value: '',
      about:
        'with --all: write the tree again as this version learns; what people and agents wrote, marked or took out stays so',
    },
    { name: 'dry-run', value: '', about: 'print the operations and write nothing' },
    { name: 'queued', value: '', about: 'do what the hooks queued (they start this themselves)' },
    { name: 'detach', value: '', about: 'with --queued: in the background', hidden: true },
    json,
  ],
  run: async (given) => {
    if (given.has('queued')) return await runQueued(given)
    refuseTwo(given)
    const text = given.text('text')
    if (text !== undefined) return await runText(given, text)
    const operations = given.text('operations')
    if (operations !== undefined) {
      const { runOperations } = await import('../run-documents.ts')
      return await runOperations(given, operations)
    }
    if (given.has('file') || given.has('folder')) {
      const { runDocuments } = await import('../run-documents.ts')
      return await runDocuments(given)
    }
    if (given.has('anew')) return await runAnew(given)
    setForHistory()
    const { curate } = await import('../../verbs/curate.ts')
    const ctx = await openHere()
    const wanted = wantedOf(given)
    const dryRun = given.has('dry-run')
    const curated = await curate(ctx, wanted, { dryRun })
    if (wanted.kind === 'all' && !dryRun) await aheadOf(ctx)
    if (given.has('json')) printJson(curated)
    else {
      if (given.has('dry-run')) printOperations(curated)
      print(curatedInWords(curated))
    }
    return 0
  },
}

async function aheadOf(ctx: Ctx): Promise<void> {
  const { lookAhead } = await import('../../verbs/look.ts')
  await lookAhead(ctx)
}

function wantedOf(given: Given): Wanted {
  const [word] = given.words
  if (given.has('all') && word !== undefined) {
    throw new Problem('all-and-some', `--all reads everything, so "${word}" has no meaning beside it.`, {
      hint: `For the newest commits, join them: --all=${/^\d+$/.test(word) ? word : '<n>'}`,
    })
  }
  const [since, paths] = [given.text('since'), given.text('paths')]
  if (given.has('all') || since !== undefined || paths !== undefined) {
    if (word !== undefined)
      throw new Problem('all-and-some', `--since and --paths choose from all of history, so "${word}" has no meaning.`)
    return {
      kind: 'all',
      ...(given.text('all') ? { most: numberOf(given, 'all', 0) } : {}),
      ...(since === undefined ? {} : { since }),
      ...(paths === undefined ? {} : { paths: paths.split(',').filter((path) => path !== '') }),
    }
  }
  return given.words.length > 0 ? { kind: 'named', revisions: given.words } : { kind: 'new' }
}

function printOperations({ taught }: Curated): void {
  for (const { commit, subject, operations, applied, nothing } of taught) {
    print(
      `${style('yellow', short(commit))} ${subject}${nothing === undefined ? '' : style('dim', `  (nothing: ${nothing})`)}`,
    )
    for (const [at, operation] of operations.entries()) {
      print(`  ${operation.type} ${style('cyan', applied[at]?.path ?? '')}`)
      if (!('entry' in operation)) continue
      for (const rule of operation.entry.narrative.rules) print(`    rule: ${rule}`)
      for (const fact of operation.entry.facts) print(`    fact: ${sayFact(fact)}`)
    }
  }
}

async function runText(given: Given, text: string): Promise<number> {
  const topic = given.text('topic')
  const said = text === '-' ? readFileSync(0, 'utf8') : text
  const { curateText } = await import('../../verbs/text.ts')
  const { applied, summary } = await curateText(await openHere(), said, {
    dryRun: given.has('dry-run'),
    ...(topic === undefined ? {} : { topic }),
  })
  if (given.has('json')) printJson({ applied, summary })
  else
    for (const { path, message = '' } of applied) {
      const done = summary.added > 0 ? 'Added' : summary.updated > 0 ? 'Updated' : 'Known'
      print(`${done} ${style('cyan', path)}`)
      if (message !== '') say(message)
    }
  return 0
}

/** Text, documents, operations and history are learned one by one. */
function refuseTwo(given: Given): void {
  const named = ['text', 'file', 'folder', 'operations', 'all'].filter((name) => given.has(name))
  const [one, two] = named
  if (one !== undefined && two !== undefined && !(one === 'file' && two === 'folder'))
    throw new Problem('two-sources', `--${one} and --${two} are learned from one after the other, not together.`, {
      hint: 'Run `ctx curate` once for each.',
    })
  if (given.has('topic') && one !== 'text')
    throw new Problem('topic-without-text', '--topic goes with --text: all else is filed by what it is about.', {
      hint: 'Set `domains` in .ctx/config.yaml to file elsewhere what commits teach.',
    })
  if (one !== undefined && one !== 'all') refuseCommits(given, one)
}

/** Rejects words that would choose commits where they would be ignored; words after -f are more documents. */
function refuseCommits(given: Given, source: string): void {
  const choice = ['since', 'paths', 'anew'].find((name) => given.has(name))
  const word = source === 'text' || source === 'operations' ? given.words[0] : undefined
  const beside = choice === undefined ? word : `--${choice}`
  if (beside === undefined) return
  throw new Problem('two-sources', `--${source} reads no commits, so "${beside}" has no meaning beside it.`, {
    hint: 'Run `ctx curate` once for each; a text of several words goes in quotes.',
  })
}

/** Runs as the background worker; a process of its own session first, where the shell could not give it one. */
async function runQueued(given: Given): Promise<number> {
  workUnattended()
  if (given.has('detach')) {
    const { startInBackground } = await import('../../repo/state/background.ts')
    startInBackground(process.execPath, [process.argv[1] ?? '', 'curate', '--queued'], { cwd: process.cwd() })
    return 0
  }
  const { drainQueue } = await import('../../verbs/worker.ts')
  const result = await drainQueue(await openHere())
  if (given.has('json')) printJson(result)
  else if (result.isBusy) say('A worker is at it already.')
  else
    say(
      `${plural(result.done, 'job')} done${result.failed > 0 ? `, ${result.failed} failed: see \`ctx doctor\`` : ''}.`,
    )
  return result.failed > 0 ? 2 : 0
}

async function runAnew(given: Given): Promise<number> {
  if (!given.has('all') || given.text('since') !== undefined || given.text('paths') !== undefined)
    throw new Problem('anew-without-all', '--anew goes with --all: a tree is written again from all of history.', {
      hint: 'For example: ctx curate --all --anew --dry-run',
    })
  setForHistory()
  const { writeAnew } = await import('../../verbs/anew.ts')
  const ctx = await openHere()
  const written = await writeAnew(ctx, { dryRun: given.has('dry-run') })
  if (!given.has('dry-run')) await aheadOf(ctx)
  if (given.has('json')) printJson(written)
  else {
    const { read, added, rewritten, removed, kept, leftOut, again, commit } = written
    const isDry = given.has('dry-run')
    print(
      `${isDry ? 'Would write' : 'Wrote'} the tree again from ${plural(read, 'commit')}: ${plural(added.length, 'entry', 'entries')} added, ${rewritten.length} written again, ${removed.length} removed, ${kept.length} kept as people or agents left them.`,
    )
    if (leftOut > 0) print(`${plural(leftOut, 'statement')} left out that people or agents had taken out.`)
    for (const path of again)
      print(`${path} is there again, though somebody took it out before: what it says now is other.`)
    if (!isDry && commit === '') print('It says what it said before, so there is nothing to commit.')
  }
  return 0
}
