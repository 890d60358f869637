// @ts-check
// Measures what ctx promises about time, and prints it: node test/bench/bench.js --help
import { execFileSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAgents } from './agents.js'
import { measureAnswers } from './answers.js'
import { measureBrain } from './brain.js'
import { measureCitations } from './citations.js'
import { measureCodeNames } from './code-names.js'
import { measureCommit } from './commit.js'
import { measureDomain } from './domain.js'
import { measureSkill } from './skill.js'
import { measureFiles } from './files.js'
import { measureGoals } from './goals.js'
import { measureHistory } from './history.js'
import { measureLessons } from './lessons.js'
import { measureMeaning } from './meaning.js'
import { measureModel } from './model.js'
import { measureNames } from './names.js'
import { measureQuality } from './quality.js'
import { measureQuery } from './query.js'
import { measureRebase } from './rebase.js'
import { measureSecrets } from './secrets.js'
import { measureVersions } from './versions.js'
import { measureWeb } from './web.js'
import { measureWriters } from './writers.js'
import { closeBench, openBench } from './repository.js'

/**
 * @typedef {import('./measure.js').Row} Row
 * @typedef {{ history: string, locomo: string | undefined, citations: string | undefined, answers: string | undefined, lessons: string | undefined, entries: number } & import('./secrets.js').Options} Options
 */

const usage = `node test/bench/bench.js [--only <name>] [--history <path>] [--citations <path>] [--answers <folder>] [--lessons <folder>] [--locomo <file>]
    [--gitleaks <path>] [--detect-secrets <path>] [--lines <path>] [--entries <number>] [--json]

  --only <name>       measure this alone: commit, rebase, writers, query, brain, history, model, meaning, quality, domain, citations, answers, files, names, code-names, versions, lessons, goals, secrets, agents, skill or web; may be given again
  --history <path>    the repository whose history is read (a clone of it is); this one by default
  --citations <path>  the repository whose messages cite commits, or its git directory; left out without it
  --answers <folder>  clones of the repositories that questions.json asks about, for answers and names, and of any for files,
                      code-names and versions; left out without it
  --lessons <folder>  clones of the repositories whose lessons judged.tsv judges; left out without it
  --locomo <file>     the conversations; those beside the project by default
  --gitleaks <path>, --detect-secrets <path>
                      clones of theirs, whose tests say what a secret is; left out without them
  --lines <path>      a repository whose lines are mostly no secrets; may be given again
  --entries <number>  measure \`query\` and \`web\` with at most this many entries
  --json              print every sample as JSON, and what was missed of files, code-names and versions`

/** @type {Record<string, (bench: import('./repository.js').Bench, options: Options) => Promise<readonly Row[]>>} */
const figures = {
  commit: measureCommit,
  rebase: measureRebase,
  writers: measureWriters,
  query: measureQuery,
  brain: measureBrain,
  history: measureHistory,
  model: measureModel,
  meaning: measureMeaning,
  quality: measureQuality,
  domain: measureDomain,
  citations: measureCitations,
  answers: measureAnswers,
  files: measureFiles,
  names: measureNames,
  'code-names': measureCodeNames,
  versions: measureVersions,
  lessons: measureLessons,
  goals: measureGoals,
  secrets: measureSecrets,
  agents: measureAgents,
  skill: measureSkill,
  web: measureWeb,
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: Object.keys(figures) },
    history: { type: 'string', default: join(import.meta.dirname, '../..') },
    locomo: { type: 'string' },
    citations: { type: 'string' },
    answers: { type: 'string' },
    lessons: { type: 'string' },
    gitleaks: { type: 'string' },
    'detect-secrets': { type: 'string' },
    lines: { type: 'string', multiple: true },
    entries: { type: 'string', default: '100000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const unknown = values.only.filter((name) => !Object.hasOwn(figures, name))
if (unknown.length > 0) console.error(`There is no figure "${unknown[0]}".\n\n${usage}`)
if (unknown.length > 0) process.exitCode = 2
else if (values.help) console.log(usage)
else await main()

async function main() {
  const started = Date.now()
  const before = loadavg()[0] ?? 0
  const rows = await measureAll()
  const machine = {
    node: process.version,
    git: execFileSync('git', ['--version'], { encoding: 'utf8' }).trim(),
    cores: cpus().length,
    load: [before, loadavg()[0] ?? 0],
    seconds: Math.round((Date.now() - started) / 1000),
  }
  if (values.json) console.log(JSON.stringify({ machine, rows }, undefined, 2))
  else printTable(rows, machine)
}

async function measureAll() {
  const options = { ...values, history: resolve(values.history), entries: Number(values.entries) }
  const bench = openBench()
  const rows = []
  try {
    for (const name of values.only) {
      if (process.stderr.isTTY) process.stderr.write(`measuring ${name} …\n`)
      rows.push(...((await figures[name]?.(bench, options)) ?? []))
    }
    return rows
  } finally {
    closeBench(bench)
  }
}

/**
 * @param {readonly Row[]} rows
 * @param {{ node: string, git: string, cores: number, load: readonly number[], seconds: number }} machine
 */
function printTable(rows, { node, git, cores, load, seconds }) {
  const head = ['figure', 'measured', 'beside', 'ratio or difference', 'bar']
  const lines = rows.map(({ figure, measured, beside, result, bar }) => [figure, measured, beside, result, bar])
  const widths = head.map((name, at) => Math.max(...[head, ...lines].map((line) => line[at]?.length ?? 0), name.length))
  const say = (/** @type {readonly string[]} */ line) =>
    console.log(`| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
  say(head)
  say(widths.map((width) => '-'.repeat(width)))
  for (const line of lines) say(line)
  const loads = load.map((value) => value.toFixed(1)).join(' → ')
  console.log(`\nMedians, with quartiles in parentheses. ${node}, ${git}, ${cores} cores, load ${loads}.`)
  console.log(`It took ${seconds} s.`)
}
