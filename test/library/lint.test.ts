import { describe, expect, test } from 'vitest'
import { family } from '../support/contexts.ts'

const vague = 'Implemented authentication'

describe('a digest', () => {
  test('that is vague is found, as are goals over their limit and details that are global', () => {
    const tree = family()
    tree.dehydrateContext('login', vague)
    tree.updateTokenUsage('cart', 9000)
    tree.setLocalContext('checkout', 'project', 'mine')
    expect(tree.lint().map(({ code, at }) => [code, at])).toEqual([
      ['vague-digest', 'login'],
      ['over-limit', 'cart'],
      ['local-is-global', 'checkout'],
    ])
  })
})

test('a detail of work that is set for all goals is found, and a setting of the project is not', () => {
  const tree = family()
  tree.setGlobalContext('api_style', 'REST with OpenAPI, TypeScript, GDPR compliance')
  tree.setGlobalContext('currentStep', 'write the middleware')
  tree.setGlobalContext('where', 'src/cart/total.ts:42 rounds twice')
  tree.addNote('login', 'The Auth0 callback needs the tenant in its address')
  tree.setGlobalContext('auth0_tenant', 'callback address')
  expect(tree.lint().map(({ code, at }) => [code, at])).toEqual([
    ['task-in-global', 'currentStep'],
    ['task-in-global', 'where'],
    ['task-in-global', 'auth0_tenant'],
  ])
})

test('a mark of work that is left is one at the beginning of a line, not the word in a rule or the name of a product', () => {
  const tree = family()
  tree.setGlobalContext('comments', 'A TODO in code names an issue; see todo.txt')
  tree.setGlobalContext('product', 'Todo MVC, with WIP limits')
  expect(tree.lint()).toEqual([])
  tree.setGlobalContext('notes', 'Carts are kept.\nTODO(ada): sessions')
  tree.setGlobalContext('cart', 'fixme: rounds twice')
  expect(tree.lint().map(({ at }) => at)).toEqual(['notes', 'cart'])
})
