import { ContextTree, Problem } from '../../src/index.ts'

/** A digest that lacks nothing. */
export const fullDigest =
  'Implemented OAuth2 authentication using Auth0. Token type: JWT with 1h expiry. Schema: User(id: UUID, email: str, role: enum). Endpoints: POST /auth/login, POST /auth/refresh, GET /auth/me. Dependencies: Auth0 SDK, PyJWT library.'

/** A root and two children of it, the second with a child of its own. */
export function family(): ContextTree {
  const tree = new ContextTree({ globalContext: { project: 'shop', languages: ['TypeScript'] } })
  tree.createRootContext('shop', { intent: 'Build the shop' })
  tree.createChildContext('login', 'shop', { intent: 'Let people log in' })
  tree.createChildContext('cart', 'shop')
  tree.createChildContext('checkout', 'cart')
  return tree
}

/** The code of the problem that something ends in. */
export const codeOf = (act: () => unknown): string | undefined => {
  try {
    act()
  } catch (error) {
    return error instanceof Problem ? error.code : `not a Problem: ${String(error)}`
  }
  return undefined
}

/** A tree of goals as it comes back from JSON. */
export const throughJson = (tree: ContextTree): ContextTree =>
  ContextTree.deserialize(JSON.parse(JSON.stringify(tree.serialize())))
