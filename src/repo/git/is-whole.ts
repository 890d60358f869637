import type { Ctx } from '../context.ts'
import { askGit } from './git.ts'

/** Tells whether everything is there that a knowledge commit is made of, and all before it unless `tipOnly`. */
export async function isWhole(ctx: Ctx, commit: string, { tipOnly = false } = {}): Promise<boolean> {
  const depth = tipOnly ? ['--max-count=1'] : []
  const args = ['rev-list', '--objects', '--quiet', '--missing=allow-promisor', ...depth, '--end-of-options', commit]
  return (await askGit(ctx.place, args)).code === 0
}
