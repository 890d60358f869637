// @ts-check
// Whether who asks when a name of the code came, or what became of it, is told of the commit whose diff says so.
import { codeEndings, isCode, measureAsked, some } from './asked.js'

const before =
  '(?:(?:abstract|async|const|data|declare|default|export|final|open|private|protected|pub(?:\\([^)]*\\))?|public|static|unsafe) )*'
const kinds = 'class|const|def|enum|fn|func|function|interface|struct|trait|type'
const declaration = `(?<sign>[+-])(?<indent>[ \\t]*)(?<words>${before})(?<kind>${kinds}) (?:\\([^)]*\\) |self\\.)?(?<name>[A-Za-z_]\\w+)(?<rest>.*)`
const told = new RegExp(`^(?:commit (?<commit>[0-9a-f]{40,64})|diff --git .* b/(?<path>.+)|${declaration})$`, 'gm')

/** What joins words, and is no test; others are words that messages have for something else. */
const isTelling = (/** @type {string} */ name) =>
  name.length > 6 && /[a-z][A-Z]|[A-Za-z\d]_[A-Za-z\d]/.test(name) && !name.startsWith('__') && !/^test/i.test(name)

/**
 * Asks for names of the code, in the clones that stand in one folder.
 * @param {import('./repository.js').Bench} bench
 * @param {{ answers: string | undefined }} options
 */
export const measureCodeNames = (bench, { answers }) => measureAsked(bench, answers, questionsOf)

/** @param {import('./repository.js').Repository} repository */
function questionsOf({ git }) {
  const there = namesThere(git)
  const once = [...declarationsIn(git)].filter(([, { came }]) => came.length === 1).sort(([a], [b]) => (a < b ? -1 : 1))
  const stayed = once.filter(([name, { went }]) => went.length === 0 && there.has(name))
  const left = once.filter(([name, { went }]) => went.length === 1 && !there.has(name))
  return {
    'when names of the code came': some(stayed).map(([name, { came }]) => ({
      question: `when was ${name} added`,
      commits: came,
    })),
    'what became of names of the code': some(left).map(([name, { went }]) => ({
      question: `what happened to ${name}`,
      commits: went,
    })),
  }
}

/**
 * The commits whose diffs declare each name, and those whose diffs do no longer.
 * @param {import('./repository.js').Repository['git']} git
 */
function declarationsIn(git) {
  /** @type {Map<string, { came: string[], went: string[] }>} */
  const found = new Map()
  const { changes, open } = changesIn(git)
  for (const { commit, added, deleted } of changes) {
    // Who declares a name anew, in other words or in another place, neither brings it nor takes it out.
    for (const name of new Set([...added, ...deleted])) {
      if (!open.has(name) || added.has(name) === deleted.has(name)) continue
      const one = found.get(name) ?? { came: [], went: [] }
      one[added.has(name) ? 'came' : 'went'].push(commit)
      found.set(name, one)
    }
  }
  return found
}

/**
 * The names that each commit declares, and those whose declarations it takes out; and which of all are open to others.
 * @param {import('./repository.js').Repository['git']} git
 */
function changesIn(git) {
  const how = ['--reverse', '--no-merges', '--full-history', '-p', '-U0', '-M', '--no-ext-diff', '--format=commit %H']
  const log = git('log', ...how, '--', ...codeEndings.map((ending) => `*.${ending}`))
  /** @type {{ commit: string, added: Set<string>, deleted: Set<string> }[]} */
  const changes = []
  /** @type {Set<string>} */
  const open = new Set()
  let file = ''
  for (const { groups = {} } of log.matchAll(told)) {
    const { commit, path, sign, name = '' } = groups
    if (commit !== undefined) changes.push({ commit, added: new Set(), deleted: new Set() })
    else if (path !== undefined) file = path
    else if (isCode(file) && isTelling(name)) {
      changes.at(-1)?.[sign === '+' ? 'added' : 'deleted'].add(name)
      if (isOpen(file, groups)) open.add(name)
    }
  }
  return { changes, open }
}

/**
 * Whether a line declares what others may use: some only use it, or take it from elsewhere, or stand in a function or,
 * as they do in Rust, in a test beside the code.
 * @param {string} path
 * @param {Record<string, string | undefined>} line
 */
function isOpen(path, { indent = '', words = '', kind, rest = '' }) {
  if (path.endsWith('.rs')) return words.includes('pub')
  if (/\.cc?$/.test(path)) return /^\s*\{?$/.test(rest)
  if (kind === 'type') return path.endsWith('.go') || /^\s*[=<]/.test(rest)
  return kind !== 'const' || (indent === '' && !/\b(?:import|require)\(/.test(rest))
}

/**
 * The names that the code has today, whatever it does with them.
 * @param {import('./repository.js').Repository['git']} git
 */
function namesThere(git) {
  const lines = git('grep', '-o', '-I', '-E', '[A-Za-z_][A-Za-z0-9_]{6,}', 'HEAD').split('\n')
  return new Set(
    lines.flatMap((line) => {
      const at = line.lastIndexOf(':')
      return isCode(line.slice(0, at)) ? [line.slice(at + 1)] : []
    }),
  )
}
