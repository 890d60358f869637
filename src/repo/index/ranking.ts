import type { Ranking } from '../../search/rank.ts'
import { presets } from '../../search/weights.ts'
import type { Ctx } from '../context.ts'

/** How answers are ranked here, by the settings and at this time. */
export const rankingOf = ({ settings: { search }, now }: Ctx): Ranking => ({
  weights: presets[search.weights],
  shares: { ...search.rank, boost: search.boost },
  now: now(),
})
