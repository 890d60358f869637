import type { Command } from './command.ts'
import { agents } from './agents.ts'
import { learning } from './learning.ts'
import { answering } from './answering.ts'
import { asking } from './asking.ts'
import { briefing } from './briefing.ts'
import { evaluating } from './evaluating.ts'
import { goals } from './goals.ts'
import { teams } from './teams.ts'
import { keeping } from './keeping.ts'
import { locating } from './locating.ts'
import { modelling } from './modelling.ts'
import { reviewing } from './reviewing.ts'
import { sharing } from './sharing.ts'
import { skills } from './skills.ts'
import { tending } from './tending.ts'

export { interrupt } from './context.ts'

/** Every command, in the order that help lists them. */
export const commands: readonly Command[] = [
  ...tending.slice(0, 1),
  ...answering,
  ...asking,
  ...locating,
  ...briefing,
  ...keeping,
  ...learning,
  ...sharing,
  ...reviewing,
  ...teams,
  ...skills,
  ...goals,
  ...agents,
  ...modelling,
  ...evaluating,
  ...tending.slice(1),
]
