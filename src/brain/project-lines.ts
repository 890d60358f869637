import { inertLine } from '../text/quote.ts'
import type { Project } from './project.ts'

/** What a project says of itself, in three lines at most. */
export const projectLines = ({ about, stack, commands }: Project): readonly string[] => [
  ...(about === '' ? [] : [`**What it is:** ${inertLine(about, 320)}`]),
  ...(stack.length === 0 ? [] : [`**Stack:** ${stack.map((name) => inertLine(name, 40)).join(', ')}`]),
  ...(commands.length === 0
    ? []
    : [`**Commands:** ${commands.map(([what, command]) => `${what}: \`${inertLine(command, 60)}\``).join(', ')}`]),
]

/** A list under its name; nothing where it is empty. */
export const underName = (name: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`**${name}:**`, ...lines.map((line) => `- ${line}`)]
