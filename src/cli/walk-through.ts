import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { branchesOf } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import type { EntryChange } from '../review/compare.ts'
import { formatProposal } from '../review/proposals.ts'
import { headline, type Review, toText } from '../review/report.ts'
import { writeAside } from '../terminal.ts'
import { plural } from '../text/words.ts'
import { overviewFile } from '../tree/path.ts'
import { editorOf, keepEdits, reject } from '../verbs/reject.ts'
import { review } from '../verbs/review.ts'
import { paint } from './print/paint.ts'
import { print } from './print/print.ts'

const help = `k  keep it
e  edit it in your editor, then look again
r  reject it: what stood there before stands there again
a  keep it and all that follow
q  stop here; what was decided stays
?  this`

/** Walks through what would be shared, entry by entry. What is decided is done at once, so stopping loses nothing. */
export async function walkThrough(ctx: Ctx, range?: string): Promise<number> {
  const first = await review(ctx, range)
  await requireOwn(ctx, first.head)
  // An overview that we made says nothing that its entries do not.
  const isAsked = ({ how, path }: EntryChange): boolean =>
    how !== 'scored' && !(how === 'added' && path.endsWith(`/${overviewFile}`))
  const paths = first.changes.filter(isAsked).map(({ path }) => path)
  print(`${first.head.name} → ${first.base.name}: ${headline(first)}`)
  const answers = answersFrom(process.stdin)
  const done = { kept: 0, rejected: 0 }
  const edited = new Set<string>()
  try {
    for (const [at, path] of paths.entries()) {
      const verdict = await decide(ctx, { path, range, answers, edited, place: `${at + 1}/${paths.length}` })
      if (verdict === 'stop') break
      if (verdict === 'all') {
        done.kept += paths.length - at
        break
      }
      done[verdict]++
    }
    for (const proposal of first.proposals) if (!(await decideProposed(ctx, proposal, answers))) break
  } finally {
    answers.close()
  }
  print(`\n${plural(done.kept, 'entry', 'entries')} kept, ${edited.size} edited, ${done.rejected} rejected.`)
  return 0
}

/** Asks about one proposal; false when the person stops here. What is neither accepted nor declined waits on. */
async function decideProposed(ctx: Ctx, proposal: Review['proposals'][number], answers: Answers): Promise<boolean> {
  print(`\nProposed ${formatProposal(proposal).join('\n')}`)
  const answer = await answers.next('Do this? [y,n,s(kip),q] ')
  if (answer === undefined || answer === 'q') return false
  const { acceptProposal, declineProposal } = await import('../verbs/proposals.ts')
  if (answer === 'y') await acceptProposal(ctx, proposal.id)
  if (answer === 'n') await declineProposal(ctx, proposal.id)
  return true
}

/** Only what is checked out can be decided about: its files are the ones that an editor opens. */
async function requireOwn(ctx: Ctx, head: Review['head']): Promise<void> {
  const { own, shown, commit } = await branchesOf(ctx)
  if (own !== undefined && shown === own && commit === head.commit) return
  throw new Problem('not-yours', `${head.name} is not the knowledge of the branch that is checked out.`, {
    hint: 'Switch to its branch to decide about it; without --interactive it is shown from anywhere.',
  })
}

type Asking = {
  readonly path: string
  readonly range: string | undefined
  readonly answers: Answers
  /** The entries that an edit changed so far. */
  readonly edited: Set<string>
  readonly place: string
}
type Verdict = 'kept' | 'rejected' | 'all' | 'stop'

async function decide(ctx: Ctx, { path, range, answers, edited, place }: Asking): Promise<Verdict> {
  let before = ''
  for (;;) {
    // An earlier decision may have changed what this one says.
    const now = await review(ctx, range)
    const change = now.changes.find((one) => one.path === path)
    const block = blockOf(now, path)
    if (before !== '' && block !== before) edited.add(path)
    if (change === undefined) return 'kept'
    print(`\n${block}`)
    const answer = await answers.next(`(${place}) Keep this? [k,e,r,a,q,?] `)
    if (answer === undefined || answer === 'q') return 'stop'
    if (answer === 'a') return 'all'
    if (answer === 'k' || answer === '') return 'kept'
    if (answer === 'r' && blockOf(await review(ctx, range), path) !== block)
      print('It was changed while you looked at it, so it was not rejected. This is what it says now.')
    else if (answer === 'r') {
      await reject(ctx, change, range)
      if (change.how === 'added') print(`\`ctx restore ${path}\` brings it back.`)
      return 'rejected'
    } else if (answer === 'e') {
      before = block
      await edit(ctx, path)
    } else print(help)
  }
}

/** One entry of a review, with what is wrong with it. */
function blockOf(all: Review, path: string): string {
  const one: Review = {
    ...all,
    changes: all.changes.filter((change) => change.path === path),
    findings: all.findings.filter(({ at }) => at === path),
    proposals: [],
  }
  return toText(one, paint).split('\n\n').slice(1).join('\n')
}

/** Opens a file of the tree in the editor that git would open. */
async function edit(ctx: Ctx, path: string): Promise<void> {
  const file = join(ctx.place.root, '.ctx', 'tree', path)
  if (!existsSync(file)) {
    print('It is not in the tree any more, so there is nothing to edit.')
    return
  }
  const editor = await editorOf(ctx)
  // As git does: the editor is a line for the shell, and the file its argument.
  const { status } = spawnSync('sh', ['-c', `${editor} "$@"`, editor, file], { stdio: 'inherit', cwd: ctx.place.root })
  if (status !== 0) print(`The editor ${editor} ended with an error. What it saved until then is kept.`)
  await keepEdits(ctx)
}

type Answers = { readonly next: (question: string) => Promise<string | undefined>; readonly close: () => void }

/** Reads one line for each question, from a terminal or a pipe; undefined when there are no more. */
function answersFrom(input: NodeJS.ReadStream): Answers {
  const lines = createInterface({ input, terminal: false })
  const iterator = lines[Symbol.asyncIterator]()
  return {
    next: async (question) => {
      writeAside(question)
      const { value, done } = await iterator.next()
      return done ? undefined : value.trim().toLowerCase()
    },
    close: () => lines.close(),
  }
}
