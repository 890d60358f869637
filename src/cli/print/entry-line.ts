import type { Hit } from '../../search/tiers.ts'
import { style } from './print.ts'

/** Writes the line that stands above an entry. */
export const head = ({ title, path, standing }: Hit): string =>
  `${style('bold', title)}  ${style('cyan', path)}${noLonger(standing)}`

/** Says that an entry no longer holds, and why. */
export const noLonger = (standing: string): string => (standing === '' ? '' : style('yellow', `  (${standing})`))
