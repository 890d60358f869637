import { eachTookOut, readBothKept } from '../../merge/both-kept.ts'
import type { Ctx } from '../../repo/context.ts'
import { askGit } from '../../repo/git/git.ts'
import { check } from '../../tree/check.ts'
import type { Entry } from '../../tree/entry.ts'
import { entryAt, type Finding, type Knowledge } from '../../tree/knowledge.ts'
import { readRule } from '../../tree/rule.ts'

/** Merges that are looked at, at most, the newest first. */
const most = 100

/**
 * Finds what merges up to a commit kept of two people and still stands side by side, so that somebody must decide; what
 * the check finds by itself is left out.
 */
export async function undecidedIn(
  ctx: Ctx,
  commit: string | undefined,
  knowledge: Knowledge,
): Promise<readonly Finding[]> {
  if (commit === undefined || ![...knowledge.entries.values()].some(saysTwice)) return []
  const how = ['--merges', '--grep=^two-values ', `--max-count=${most}`, '--format=%B']
  const { code, out } = await askGit(ctx.place, ['log', ...how, '--end-of-options', commit], { isBounded: true })
  if (code !== 0 || out === '') return []
  const found = out.split('\n').flatMap((line): readonly Finding[] => {
    const [, at = '', detail = ''] = /^two-values ([^:]+): (.*)$/.exec(line) ?? []
    const said = saidBy(entryAt(knowledge, at))
    return readBothKept(detail)
      .filter((both) => both.every((text) => said.has(text)))
      .map(([our, their]) => ({
        code: 'two-values',
        at,
        detail: detail.startsWith(eachTookOut)
          ? `Each of two people took out one of "${our}" and "${their}": keep one of them.`
          : `"${our}" and "${their}" are what two people made of one statement: keep one of them.`,
        weight: 'warning',
      }))
  })
  const known = new Set(
    check(knowledge).flatMap(({ code: is, at, beside }) => (is === 'two-values' && beside === undefined ? [at] : [])),
  )
  return [...new Map(found.filter(({ at }) => !known.has(at)).map((one) => [`${one.at} ${one.detail}`, one])).values()]
}

const saidBy = (entry: Entry | undefined): ReadonlySet<string> =>
  new Set([
    ...(entry?.facts ?? []).map(({ statement }) => statement),
    ...(entry?.narrative.rules ?? []).map((rule) => readRule(rule).text),
  ])

/** Whether an entry has two statements on one subject, without which no merge needs to be read. */
const saysTwice = ({ facts, narrative }: Entry): boolean => {
  const subjects = facts.flatMap(({ subject, value }) => (value === '' ? [subject] : []))
  return narrative.rules.length > 1 || new Set(subjects).size < subjects.length
}
