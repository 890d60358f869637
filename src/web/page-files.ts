import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../repo/context.ts'
import type { WebReply } from './request.ts'

/** What the page may do: run and load its own files, ask its own server, and nothing else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types dompurify',
].join('; ')

const files: Readonly<Record<string, readonly [name: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
}

/** Answers with a file of the page; undefined where none has that address. */
export function pageFile(pathname: string): WebReply | undefined {
  if (!Object.hasOwn(files, pathname)) return undefined
  const [name = '', type = ''] = files[pathname] ?? []
  const text = readFileSync(join(packageRoot(), 'dist', 'page', name), 'utf8')
  return { status: 200, file: { text, type }, headers: { 'content-security-policy': policy } }
}
