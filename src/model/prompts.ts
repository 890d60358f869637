import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../repo/context.ts'

/** Reads a prompt of ours, the orders that a model is given; data never stands in it. */
export const readPrompt = (name: 'answer' | 'compact' | 'curate' | 'describe' | 'judge' | 'summarise'): string =>
  readFileSync(join(packageRoot(), 'templates', 'prompts', `${name}.md`), 'utf8')

/** The version that a prompt names, as it stands in trailers. */
export const versionOf = (prompt: string): string => /\bVersion (\d+)\./.exec(prompt)?.[1] ?? '?'
