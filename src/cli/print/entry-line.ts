import { sayByAgent } from '../../tree/unreviewed.ts'
import type { Hit } from '../../search/tiers.ts'
import { style } from './print.ts'

/** Writes the line that stands above an entry. */
export const head = ({ title, path, standing, isByAgent = false }: Hit): string =>
  `${style('bold', title)}  ${style('cyan', path)}${noLonger(standing)}${noLonger(sayByAgent(isByAgent))}`

/** Says that an entry no longer holds, and why. */
export const noLonger = (standing: string): string => (standing === '' ? '' : style('yellow', `  (${standing})`))
