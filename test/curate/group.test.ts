import { describe, expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { codeByStem, type Layout } from '../../src/curate/filing/filing.ts'
import { group } from '../../src/curate/filing/group.ts'
import type { ChangedFiles } from '../support/commits.ts'
import { explained } from '../support/messages.ts'

describe('commits are sorted by what they are about', () => {
  const layout: Layout = { packages: [], domains: {} }
  const named = (analyses: readonly CommitAnalysis[], more: Partial<Layout> = {}) =>
    group(analyses, { ...layout, ...more }).map(
      ({ folder, name, analyses: { length } }) => `${folder} ${name} ${length}`,
    )
  const at = (path: string): ChangedFiles => ({ [path]: { added: ['x()'] } })

  test('a test with the code of its name that lies nearest', () => {
    const files = codeByStem(['web/src/cart.ts', 'api/src/cart.ts', 'docs/cart.md'])
    const analyses = Array.from({ length: 9 }, () => explained('Fill the cart', at('api/test/cart.test.ts')))
    expect(named(analyses, { files })).toEqual(['api/cart cart 9'])
    expect(named([explained('Test it', at('api/test/index.test.ts'))], { files })[0]).not.toContain('cart')
  })

  test('a file whose name says nothing is called by its folder', () => {
    expect(named([explained('Wait', at('src/shop/basket/index.ts'))])[0]).toMatch(/ basket 1$/)
    expect(named([explained('Wait', at('src/shop/basket/close.ts'))])[0]).toMatch(/ close 1$/)
  })

  test('the smallest subjects of a topic of more than a person reads are told with their folder', () => {
    const many = Array.from({ length: 45 }, (_, place) =>
      explained(`Wait for n${place}`, at(`src/shop/goods/n${String(place).padStart(2, '0')}.ts`)),
    )
    const [busy] = [explained('Wait for n44 again', at('src/shop/goods/n44.ts'))]
    const found = named([...many, ...(busy === undefined ? [] : [busy])])
    expect(found).toHaveLength(38)
    expect(found[0]).toMatch(/ n44 2$/)
    expect(found.at(-1)).toMatch(/goods 8$/)
    expect(named(many.slice(0, 38))).toHaveLength(38)
  })
})
