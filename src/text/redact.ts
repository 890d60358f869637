/** A kind of secret and how it looks; the shapes are those that the issuing services document. */
const secrets: readonly { kind: string; shape: RegExp }[] = [
  {
    kind: 'private-key',
    shape: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  },
  { kind: 'aws-key', shape: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: 'github-token', shape: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,})\b/g },
  { kind: 'gitlab-token', shape: /\bglpat-[\w-]{20,}/g },
  { kind: 'slack-token', shape: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'npm-token', shape: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'api-key', shape: /\b(?:sk|rk|pk)[-_](?:ant-|proj-|live_|test_)?[A-Za-z0-9_-]{20,}/g },
  { kind: 'google-key', shape: /\bAIza[\w-]{35}/g },
  { kind: 'jwt', shape: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+/g },
  { kind: 'url-password', shape: /(?<=\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]{1,64}:)[^\s/@]{3,}(?=@)/gi },
  {
    kind: 'password',
    shape:
      /(?<=\b(?:password|passwd|secret|api[_-]?key|access[_-]?token|auth[_-]?token)["']?\s{0,8}[:=]\s{0,8}["']?)(?=[^\s"'`]*[0-9!@#$%^&*])[^\s"'`,;]{8,}/gi,
  },
  // A version after the @ is a package's (patches/@scope__name@1.2.3.patch), not a host.
  { kind: 'email', shape: /\b[\w.+-]{1,64}@(?!\d+\.\d)[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[a-z]{2,24}\b/gi },
]

// A full or abbreviated object name is provenance, never a secret, even after `token=`.
const commitHash = /^[0-9a-f]{7,64}$/

/** Replaces secrets and e-mail addresses by `‹kind redacted›`; commit hashes survive. */
export function redact(text: string): string {
  return secrets.reduce(
    (safe, { kind, shape }) => safe.replace(shape, (found) => (commitHash.test(found) ? found : `‹${kind} redacted›`)),
    text,
  )
}

/** Names the kinds of secrets in a text, e-mail addresses left aside; empty when it is safe to share. */
export const secretsIn = (text: string): readonly string[] =>
  secrets
    .filter(({ kind }) => kind !== 'email')
    .filter(({ shape }) => (text.match(shape) ?? []).some((found) => !commitHash.test(found)))
    .map(({ kind }) => kind)
