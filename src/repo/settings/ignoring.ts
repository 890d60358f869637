import { relative, sep } from 'node:path'
import type { Ctx } from '../context.ts'

/** Says how to keep what we write into the code from being learned again; nothing where that is set up already. */
export function sayHowToIgnore({ place, settings, say }: Ctx, folder: string): void {
  const inside = relative(place.root, folder).replaceAll(sep, '/')
  if (inside.startsWith('..') || settings.ignore.includes(`${inside}/**`)) return
  say(`If you commit it: so that its commits teach nothing, add "${inside}/**" to \`ignore\` in .ctx/config.yaml.`)
}
