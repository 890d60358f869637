import { Problem } from '../../problem.ts'
import { check } from '../../tree/check.ts'
import type { Knowledge } from '../../tree/knowledge.ts'

/**
 * Stops before anything that must not leave this machine.
 * @throws {Problem} that names every such finding; `how` says what was to be done with it, as in "shared".
 */
export function requireNoSecrets(knowledge: Knowledge, how: string, hint: string): void {
  const blocking = check(knowledge).filter(({ weight }) => weight === 'blocking')
  if (blocking.length === 0) return
  const all = blocking.map(({ at, detail }) => `${at}: ${detail}`).join('\n')
  throw new Problem('blocking-finding', `This must not be ${how}:\n${all}`, { hint })
}
