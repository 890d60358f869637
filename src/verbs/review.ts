import { createHash } from 'node:crypto'
import { lookAtArriving, lookAtUnsaved } from '../knowledge/sharing/arriving.ts'
import { type Range, readRange } from '../knowledge/branch/range.ts'
import { saidBetween } from '../knowledge/sharing/said-between.ts'
import { refreshIfStale } from '../knowledge/shown/refresh-if-stale.ts'
import { branchesOf, knowledgeAt, shownKnowledge } from '../knowledge/branch/tip.ts'
import { undecidedIn } from '../knowledge/sharing/undecided.ts'
import type { Ctx } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { commonAncestor } from '../repo/git/descent.ts'
import { askGit } from '../repo/git/git.ts'
import { readFiles } from '../repo/git/objects.ts'
import { listCode } from '../repo/git/packages.ts'
import { readShownCommit } from '../repo/state/state.ts'
import { compare, type EntryChange } from '../review/compare.ts'
import { type Against, blocking, citedSymbols, judgeChanges } from '../review/judge.ts'
import { changesWithoutSecrets, findingsWithoutSecrets } from '../review/redacted.ts'
import { isUnbacked } from '../review/line-change.ts'
import type { Review } from '../review/report.ts'
import { oneLine } from '../text/clean.ts'
import { plural, short } from '../text/words.ts'
import type { Finding } from '../tree/knowledge.ts'
import { toDay } from '../tree/meta.ts'
import { droppedLessons } from '../learning/dropped-lessons.ts'
import { waitingProposals } from './proposals.ts'

/**
 * Reviews what a range of knowledge brings: compared is what `head` learned since it left `base`, as git's three dots
 * do; contradictions are looked for in `base` as it is now. Edits not committed yet count where the tree shows `head`.
 * @throws {Problem} when an end of the range means no knowledge.
 */
export async function review(ctx: Ctx, range = ''): Promise<Review> {
  const seen = await readRange(ctx, range)
  const result = await reviewOnce(ctx, seen)
  if (await isSteady(ctx, range, seen.head.commit)) return result
  await refreshIfStale(ctx)
  return await reviewOnce(ctx, await readRange(ctx, range))
}

/**
 * Whether the range still ends where it did, and the tree shows that: while a commit is learned, an edit that nobody
 * saved is for a moment neither in what was read of the branch nor beside it.
 */
async function isSteady(ctx: Ctx, range: string, head: string): Promise<boolean> {
  if ((await readRange(ctx, range)).head.commit !== head) return false
  // '' where no tree is shown at all, as in the CI of a forge.
  return (await branchesOf(ctx)).commit !== head || [head, ''].includes(readShownCommit(ctx.place))
}

/** What a remote knew before a push, as the base of a review: of a branch that is new there, what that was to be merged into. */
export const knownBefore = async (ctx: Ctx, ref: string, theirs: string | undefined): Promise<string> =>
  theirs ?? (await readRange(ctx, `..${shortRef(ref)}`)).base.commit

/**
 * Names what a review would stop on and was shared all the same, and what was learned from commits that were dropped: whoever
 * pushes decides, while a job of CI has nobody to ask. From now on no review of this branch shows it by itself.
 */
export async function sayFindings(
  ctx: Ctx,
  { before, ref }: { readonly before: string; readonly ref: string },
): Promise<void> {
  const range = `${short(before)}..${shortRef(ref)}`
  const seen = await review(ctx, range)
  const named = [...new Set([...seen.blocking, ...seen.findings.filter(({ code }) => code === 'dropped')])]
  if (named.length === 0) return
  const told = named.slice(0, mostNamed).map(({ at, detail }) => oneLine(`${at}: ${detail}`))
  const more = named.length > mostNamed ? [`So it is with ${plural(named.length - mostNamed, 'finding')} more.`] : []
  const fails = seen.blocking.length === 0 ? '' : '`ctx review --check` fails on this. '
  const how = `${fails}It was shared all the same; \`ctx review ${range}\` shows it all.`
  ctx.say([...told, ...more, how].join('\n'))
}

const mostNamed = 3

async function reviewOnce(ctx: Ctx, { base, head, code }: Range): Promise<Review> {
  const from = (await commonAncestor(ctx.place, base.commit, head.commit)) ?? base.commit
  const before = await knowledgeAt(ctx, from)
  const after = await shownKnowledge(ctx, head.commit)
  const compared = compare(before, after, await archivedBetween(ctx, from, head.commit))
  const arriving = await lookAtArriving(ctx, from, head.commit)
  const unsaved = await lookAtUnsaved(ctx, head.commit)
  const unread = new Map([...arriving.changes, ...unsaved.changes].map((one) => [one.path, one]))
  const changes = [...compared.filter(({ path }) => !unread.has(path)), ...unread.values()]
  const against = await againstOf(ctx, changes, {
    base: from === base.commit ? before : await knowledgeAt(ctx, base.commit),
    head: after,
    code,
  })
  const undecided = await undecidedIn(ctx, changes.length === 0 ? undefined : head.commit, after)
  const dropped = await droppedLessons(ctx, changes, code)
  const looked = [...arriving.findings, ...unsaved.findings]
  const found = withoutTwice([...judgeChanges(changes, against), ...looked, ...undecided, ...dropped])
  const findings = findingsWithoutSecrets(found)
  return {
    base,
    head,
    changes: changesWithoutSecrets(changes),
    findings,
    blocking: blocking(findings, ctx.settings.review.block),
    tokens: changes.reduce((sum, { tokens }) => sum + tokens, 0),
    proposals: await waitingProposals(ctx),
    authors: await authorsOf(ctx, changes),
    saidBy: changes.some(({ lines }) => lines.some(isUnbacked)) ? await saidBetween(ctx, from, head.commit) : {},
  }
}

/** A secret that stands in an entry stands in its file. */
const withoutTwice = (findings: readonly Finding[]): readonly Finding[] => [
  ...new Map(findings.map((finding) => [`${finding.code} ${finding.at} ${finding.detail}`, finding])).values(),
]

/** A short name for a finding that stays the same as long as its words do. */
export const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** The entries that commits of a knowledge branch put into the archive. */
async function archivedBetween(ctx: Ctx, from: string, to: string): Promise<ReadonlySet<string>> {
  const format = '--format=%(trailers:key=Archived,valueonly)'
  const { out } = await askGit(ctx.place, ['log', format, '--end-of-options', `${from}..${to}`])
  return new Set(out.split('\n').flatMap((line) => line.split(' ')[0] || []))
}

type Known = Pick<Against, 'base' | 'head'> & { readonly code: Range['code'] }

async function againstOf(ctx: Ctx, changes: readonly EntryChange[], { base, head, code }: Known): Promise<Against> {
  const today = toDay(ctx.now())
  if (code === undefined || changes.length === 0) return { base, head, code: undefined, readme: '', today }
  // Entries name files in one line, whatever stands in their names.
  const files = new Set((await listCode(ctx.place, code)).flatMap((path) => [path, oneLine(path)]))
  const readmes = [...files].filter((path) => /^(?:docs\/)?readme(?:\.\w+)?$/i.test(path))
  const texts = await readFiles(ctx.place, code, new Set(readmes))
  return {
    base,
    head,
    code: { files, missing: await missingIn(ctx, code, citedSymbols(changes, today)) },
    readme: [...texts.values()].join('\n'),
    today,
  }
}

/** Names looked for at once: git takes them as arguments. */
const mostNames = 1_000

/** The names that stand nowhere in the code at a commit, as whole words. */
async function missingIn(ctx: Ctx, code: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = names.slice(0, mostNames)
  if (wanted.length === 0) return new Set()
  const patterns = wanted.flatMap((name) => ['-e', name])
  const { out } = await askGit(ctx.place, ['grep', '-I', '-h', '-o', '-w', '-F', ...patterns, code, '--'])
  const found = new Set(out.split('\n'))
  return new Set(wanted.filter((name) => !found.has(name)))
}

/** Who wrote the commits that lines name; what is not in this clone is left out. */
async function authorsOf(ctx: Ctx, changes: readonly EntryChange[]): Promise<Readonly<Record<string, string>>> {
  const named = [...new Set(changes.flatMap(({ lines }) => lines.flatMap(({ sources }) => sources)))]
  if (named.length === 0) return {}
  const { out } = await askGit(
    ctx.place,
    ['log', '--no-walk=unsorted', '--ignore-missing', '--stdin', '--format=%H %an'],
    { input: named.map((commit) => `${commit}\n`).join('') },
  )
  const written = out.split('\n').map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])
  return Object.fromEntries(
    named.flatMap((commit) => {
      const author = written.find(([full = '']) => full.startsWith(commit))?.[1]
      return author === undefined ? [] : [[commit, author]]
    }),
  )
}
