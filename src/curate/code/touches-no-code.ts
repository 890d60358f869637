import type { FileChange } from '../../commit.ts'
import { fileKindOf } from './files.ts'
import { commentIn, languageOf } from './language.ts'

/** Whether a change left the code alone: its tests, its pages, its settings or its comments are all that it touched. */
export const touchesNoCode = (changes: readonly FileChange[]): boolean =>
  changes.length > 0 && changes.every((change) => fileKindOf(change.path) !== 'code' || isOnlyCommented(change))

/** Whether pages and comments are all that it touched. */
export const touchesOnlyWords = (changes: readonly FileChange[]): boolean =>
  touchesNoCode(changes) && changes.every(({ path }) => ['code', 'docs'].includes(fileKindOf(path)))

function isOnlyCommented({ path, hunks }: FileChange): boolean {
  const language = languageOf(path)
  const lines = hunks.flatMap(({ added, removed }) => [...added, ...removed])
  return (
    lines.length > 0 &&
    lines.every((line) => line.trim() === '' || (commentIn(line, language) !== undefined && !isForTools.test(line)))
  )
}

/** Comments that tools read are code: `//go:build arm64` (fzf 60870553), a test in the documentation of Rust (minijinja 7ebd5387). */
const isForTools = /^\s*(?:\/\/(?:go:|export |\s?\+build|[/!]\s?(?:<reference|```))|\/\*\s?@|#\s?(?:cython|type):|#!)/
