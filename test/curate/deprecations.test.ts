import { describe, expect, test } from 'vitest'
import { withOutcomes } from '../../src/curate/standing/outcomes.ts'
import { analysed } from '../support/commits.ts'
import { because } from '../support/messages.ts'

const change = (subject: string) => analysed(`${subject}\n\n${because}`, { 'src/a.py': { added: ['warn(it)'] } })

describe('what was deprecated, and is not any more', () => {
  const told = (...subjects: readonly string[]) => {
    const unknown = () => undefined
    const after = { lineHistories: unknown, soFar: unknown, files: undefined, manifests: [] }
    const analyses = subjects.map(change)
    const [note] = withOutcomes(analyses, after).map(
      ({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.note,
    )
    return [note?.status, note?.supersededBy.map((sha) => analyses.findIndex((one) => one.sha.startsWith(sha)))]
  }

  test.each([
    // poetry 844a7206, 86222737
    ['add missing deprecation warning for `--dev`', 'remove deprecated methods, revoke deprecation of `--dev` (#9732)'],
    // scrapy 8d69a7c8, cf5607f8
    ['Deprecate FormRequest in favor of form2request', 'Undeprecated the basic FormRequest API (#7671)'],
    // hugo 963cecc1, 6cb3bda3
    ['Deprecate .Page.Lang and .Page.File.Lang', 'hugolib: Revert deprecation of .Page.Lang'],
  ])('was told as deprecated: “%s”', (deprecation, taken) => {
    expect(told(deprecation, taken)).toEqual(['partly', [1]])
    // Whatever came later, or is about something else, stands.
    expect(told(taken, deprecation)).toEqual(['current', []])
    expect(told(deprecation, taken.replace(/--dev|FormRequest|\.Page\.Lang/, 'other_thing'))).toEqual(['current', []])
  })
})
