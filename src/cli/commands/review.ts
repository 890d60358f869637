import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import type { Command, Given } from '../command.ts'
import { openHere } from '../context.ts'
import { paint } from '../print/paint.ts'
import { print, printJson } from '../print/print.ts'

/** The command `ctx review`. */
export const reviewCommand: Command = {
  name: 'review',
  words: '[base..head]',
  about: 'Show what a branch teaches: entries and facts gained, lost or changed, and what is wrong with them.',
  more: 'Without a range it shows what is here and not shared yet. A range names code branches (main..feature), knowledge branches\nor commits of one, and shows what head learned since it left base.\n--check exits 1 when a finding blocks (review.block in .ctx/config.yaml: secret, contradiction, dead-reference).',
  options: [
    { name: 'format', value: '<format>', about: 'text, markdown (a comment), json or sarif' },
    { name: 'check', value: '', about: 'exit 1 when a finding blocks' },
    { name: 'interactive', short: 'i', value: '', about: 'keep, edit or reject entry by entry' },
    {
      name: 'accept',
      value: '<id>',
      about: 'do what an agent or `ctx tend --propose` proposed',
    },
    { name: 'decline', value: '<id>', about: 'take a proposal off the list, for good' },
    { name: 'json', value: '', about: 'print JSON, as --format json does' },
  ],
  run: async (given) => {
    const ctx = await openHere()
    const format = formatOf(given)
    if (given.has('accept') || given.has('decline')) return await runDecision(given, ctx)
    if (given.has('interactive')) {
      const { walkThrough } = await import('../walk-through.ts')
      return await walkThrough(ctx, given.words[0])
    }
    const { fingerprint, review } = await import('../../verbs/review.ts')
    const result = await review(ctx, given.words[0])
    if (format === 'json') printJson(result)
    else if (format === 'sarif') {
      const { toSarif } = await import('../../review/sarif.ts')
      const { version } = await import('../../version.ts')
      printJson(toSarif(result, { version, fingerprint }))
    } else {
      const { toMarkdown, toText } = await import('../../review/report.ts')
      if (format === 'markdown') print(toMarkdown(result))
      else print(toText(result, paint))
    }
    return given.has('check') && result.blocking.length > 0 ? 1 : 0
  },
}

/** Decides about one proposal, which only a person does. */
async function runDecision(given: Given, ctx: Ctx): Promise<number> {
  const [accept, decline] = [given.text('accept'), given.text('decline')]
  if (accept !== undefined && decline !== undefined)
    throw new Problem('two-decisions', 'A proposal is accepted or declined: one of them at a time.')
  const { acceptProposal, declineProposal } = await import('../../verbs/proposals.ts')
  if (accept === undefined) {
    const id = decline ?? ''
    await declineProposal(ctx, id)
    if (given.has('json')) printJson({ id, decided: 'declined' })
    else print(`Declined ${id}: the same is not proposed again.`)
    return 0
  }
  const done = await acceptProposal(ctx, accept)
  if (given.has('json')) printJson({ id: accept, decided: 'accepted', ...done })
  else
    for (const { type, path, message = '' } of done.applied)
      print(`${type} ${path}${message === '' ? '' : `: ${message}`}`)
  return 0
}

const formats = ['text', 'markdown', 'json', 'sarif'] as const

type Format = (typeof formats)[number]

/** `--json` is what every command knows; here it is one format of four. */
function formatOf(given: Given): Format {
  if (given.has('json')) return 'json'
  const named = given.text('format') ?? 'text'
  const format = formats.find((known) => known === named)
  if (format !== undefined) return format
  throw new Problem('bad-format', `--format is one of ${formats.join(', ')}, not "${named}".`)
}
