import { explain } from '../../curate/entries/knowledge-message.ts'
import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import { defaultKnowledgeRef, trackingRef } from '../../repo/git/branches.ts'
import { beginCommit, readKnowledgeFiles } from '../../repo/git/knowledge-branch.ts'
import { readRef } from '../../repo/git/refs.ts'
import { oneLine } from '../../text/clean.ts'
import { secretFindings } from '../../tree/check.ts'
import type { Finding } from '../../tree/knowledge.ts'
import { overviewFolder, toEntryPath } from '../../tree/path.ts'
import { version } from '../../version.ts'
import { recordAccesses } from '../branch/accesses.ts'
import { lookAtArriving, secretsLeaving } from './arriving.ts'
import { lastReadable } from '../branch/last-readable.ts'
import { goalFindings } from '../goals/goals.ts'
import { requireNoSecrets } from '../branch/secrets.ts'
import { commitStep, openTip, type Tip } from '../branch/tip.ts'

/** Brings accesses into the scores that are shared, and stops before anything that must not leave. */
export async function settleBeforeSharing(ctx: Ctx, ref: string): Promise<void> {
  const tip = await openTip(ctx, ref, undefined)
  const findings = [
    ...tip.knowledge.findings,
    ...(await secretsOfUnread(ctx, tip)),
    ...(await goalFindings(ctx, tip.commit)),
  ]
  requireNoSecrets({ ...tip.knowledge, findings }, 'shared', `Take it out of .ctx/tree first. ${fromHistory}`)
  const { knowledge, done } = recordAccesses(ctx, tip.knowledge)
  if (knowledge === tip.knowledge) return
  const message = explain({
    title: 'Curate: settle accesses',
    applied: [],
    reasons: [],
    commits: [],
    by: `ctx ${version} (offline)`,
  })
  if ((await commitStep(ctx, tip, { knowledge, message })) !== undefined) done()
}

const fromHistory = 'Then `ctx doctor --secrets` says how to take it out of the older commits, which are pushed too.'

/**
 * Stops before secrets in the history that a push would share, which no edit takes out.
 * @throws {Problem} that names them.
 */
export async function requireNoLeaks(ctx: Ctx, tip: string, remote: string): Promise<void> {
  const secrets = await secretsLeaving(ctx, tip, remote)
  if (secrets.length === 0) return
  const all = [...new Set(secrets.map(({ at, detail }) => `${oneLine(at)}: ${detail}`))].join('\n')
  throw new Problem('blocking-finding', `The history of what would be shared must not be:\n${all}`, {
    hint: '`ctx doctor --secrets` says how to take it out of the commits that hold it.',
  })
}

/**
 * Stops before knowledge that nobody can read, and that the remote does not have: it would be lost to everybody who pulls.
 * What others shared stops nobody, and neither does a file that is no knowledge.
 * @throws {Problem} that names them.
 */
export async function requireReadable(
  ctx: Ctx,
  ref: string,
  { remote, to }: { readonly remote: string; readonly to: string },
): Promise<void> {
  const tip = await readRef(ctx.place, ref)
  if (tip === undefined) return
  const main = await defaultKnowledgeRef(ctx.place, ctx.settings.branchPrefix)
  const shared = await Promise.all([to, main].map((one) => readRef(ctx.place, trackingRef(remote, one))))
  const known = [...new Set(shared.filter((commit) => commit !== undefined))]
  const looked: (readonly Finding[])[] = []
  for (const from of known.length > 0 ? known : [await beginCommit(ctx.place)])
    looked.push((await lookAtArriving(ctx, from, tip)).findings.filter(isLost))
  const isNew = ({ at }: Finding): boolean => looked.every((findings) => findings.some((one) => one.at === at))
  const unreadable = (looked[0] ?? []).filter(isNew)
  if (unreadable.length === 0) return
  const all = unreadable.map(({ at, detail }) => `${oneLine(at)}: ${oneLine(detail)}`).join('\n')
  throw new Problem('unreadable', `Nothing is shared while a file cannot be read:\n${all}`, {
    hint: await wayBack(ctx, tip, unreadable),
  })
}

/** Files whose history is looked into for a version that can be read, at most. */
const mostLookedInto = 5

async function wayBack({ place }: Ctx, tip: string, unreadable: readonly Finding[]): Promise<string> {
  for (const path of unreadable.flatMap(({ at }) => toEntryPath(at) ?? []).slice(0, mostLookedInto))
    if ((await lastReadable(place, tip, path)) !== undefined)
      return `Mend it in .ctx/tree; \`ctx restore ${oneLine(path)}\` brings its last readable version back.`
  return 'Mend it in .ctx/tree, or delete it there: none of it was ever readable.'
}

const isLost = ({ code, at }: Finding): boolean =>
  code === 'unreadable' && (toEntryPath(at) !== undefined || overviewFolder(at) !== undefined)

/** Looks for secrets in what is no readable entry: it is shared like the rest. */
async function secretsOfUnread(ctx: Ctx, { commit, knowledge }: Tip): Promise<readonly Finding[]> {
  const unread = new Set(knowledge.findings.map(({ at }) => at))
  if (unread.size === 0 || commit === undefined) return []
  const { files } = await readKnowledgeFiles(ctx.place, commit, unread)
  return [...files].flatMap(([path, text]) => secretFindings(path, text))
}
