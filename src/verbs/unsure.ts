import { join } from 'node:path'
import { readIfThere } from '../repo/place.ts'
import type { Ctx } from './open.ts'

/** Whether a model answers where nothing is sure; looked up without a process, because every question asks it. */
export function answersWhenUnsure({ place, env }: Ctx): boolean {
  const said = env['CTX_QUERY_MODEL']
  if (said !== undefined) return said === 'auto'
  const config = readIfThere(join(place.commonDir, 'config')) ?? ''
  return /^\s*\[ctx "query"\][^[]*^\s*model\s*=\s*auto\s*$/m.test(config)
}
