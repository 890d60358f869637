import { entropyOf, isPlaceholder, isWordy, type SecretRule } from './rule.ts'

/** `Authorization: Bearer …`, in code, in what curl is given, or in prose. */
const bearer: SecretRule = {
  kind: 'bearer-token',
  keywords: ['bearer', 'authorization', 'token'],
  groups: [1],
  shape:
    /(?:\bbearer|authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:api[_-]?|access[_-]?)?token)[ \t]+["']?([\w.~+/=-]{12,4000})/dgi,
  isSecret: (value) => /\d/.test(value) && !isWordy(value) && !isPlaceholder(value),
}

/** `Authorization: Basic …`: what it hides is a name and a password. */
const basic: SecretRule = {
  kind: 'basic-credentials',
  keywords: ['basic'],
  groups: [1],
  shape: /\bbasic[ \t]+["']?([A-Za-z0-9+/]{6,400}={0,2})/dgi,
  isSecret: (value) => /^[ -9;-~]+:[ -~]+$/.test(Buffer.from(value, 'base64').toString('latin1')),
}

/** Other headers that name a key: `X-Api-Key: …`. */
const header: SecretRule = {
  kind: 'api-key',
  keywords: ['x-'],
  groups: [1],
  shape: /\bx-(?:[a-z]{1,20}-){0,4}(?:key|token|secret|api|auth)["']?:[ \t]{0,5}["']?([\w=~@.+/-]{8,400})/dgi,
  isSecret: (value) => !isWordy(value) && !isPlaceholder(value),
}

/** `https://name:password@host`, also without a name. */
const url: SecretRule = {
  kind: 'url-password',
  keywords: ['://'],
  groups: [1],
  shape: /:\/\/[^\s:/@"'<>]{0,64}:([^\s/@"'<>‹]{3,256})@[\w[]/dg,
  isSecret: (value) => !isPlaceholder(value) && !/^\{.*\}$/.test(value),
}

/** `https://token@host`, as webhooks and error trackers have it. */
const urlToken: SecretRule = {
  kind: 'url-password',
  keywords: ['://'],
  groups: [1],
  shape: /:\/\/([\w.~+-]{16,256})@[\w[]/dg,
  isSecret: (value) => /\d/.test(value) && !isWordy(value) && entropyOf(value) > 3,
}

/** `curl -u name:password`. */
const curl: SecretRule = {
  kind: 'basic-credentials',
  keywords: ['curl'],
  groups: [1, 2],
  shape: /[ \t](?:-u|--user)[ \t=]{0,5}(?:["'][^\s:"']{0,64}:([^\s"'‹]{3,200})["']|[\w.@$-]{0,64}:([^\s"'‹]{3,200}))/dg,
  isSecret: (value) => !isPlaceholder(value),
}

/** Rules for credentials in headers, addresses and command lines. */
export const headers: readonly SecretRule[] = [bearer, basic, header, url, urlToken, curl]
