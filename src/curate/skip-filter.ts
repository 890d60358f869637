import { anyOf } from '../text/alternatives.ts'
import picomatch from 'picomatch'
import type { Commit, FileChange } from '../commit.ts'
import { madeOnce } from '../text/made-once.ts'
import { isVendored } from './code/files.ts'
import type { Message } from './message/commit-message.ts'

/** What of a commit is worth reading: its message and the files that people wrote, the message alone, or nothing. */
export type ReadOrSkip =
  | { readonly kind: 'read'; readonly changes: readonly FileChange[] }
  | { readonly kind: 'message'; readonly why: string }
  | { readonly kind: 'skip'; readonly why: string }

/** More files than a person reads in one change: a reformatting, an import, a move of everything. */
const mostFiles = 300

/** Nobody gives a file a longer path, and each pattern is tried on each. */
const longestPath = 500

/** Files that programs write. */
const written = [
  '**/{package-lock,npm-shrinkwrap}.json',
  '**/{yarn,Cargo,poetry,Gemfile,composer,Pipfile,pdm,uv,flake,mix,pubspec,Podfile,deno,bun}.lock',
  '**/{pnpm-lock.yaml,bun.lockb,go.sum,gradle.lockfile,packages.lock.json}',
  '**/{dist,__snapshots__,__generated__,generated}/**',
  '**/*.{min.js,min.css,map,snap,pb.go,pyc}',
  '**/*_pb2.py',
  '**/*.generated.*',
  '.ctx/**',
  'docs/context/**',
]

let matches: ReturnType<typeof picomatch> | undefined

/** Compiled when the first path is asked about: who answers questions and agents loads this file and asks about none. */
const isOfOthers = madeOnce((path) => isVendored(path) || (matches ??= picomatch(written, { dot: true }))(path))

/** Decides whether a commit is worth reading; `ignore` are the project's own globs. */
export function isWorthReading(commit: Commit, message: Message, ignore: readonly string[]): ReadOrSkip {
  const why = skipReason(commit, message)
  if (why !== undefined) return { kind: 'skip', why }
  const isIgnored = ignore.length === 0 ? () => false : picomatch([...ignore], { dot: true })
  const changes = commit.changes.filter(
    ({ path }) => path.length <= longestPath && !isOfOthers(path) && !isIgnored(path),
  )
  if (commit.changes.length > 0 && changes.length === 0)
    return { kind: 'skip', why: 'only lock, vendored, generated or ignored files' }
  return changes.length > mostFiles
    ? {
        kind: 'message',
        why: `${changes.length} files are more than a change a person reads, and its message gives no reason`,
      }
    : { kind: 'read', changes }
}

/** Also as Node and libuv head a release: "2014.05.02, Version 0.11.25 (Unstable)" (libuv). */
const release = anyOf('i')`
  ^(?:\d{4}[.-]\d{2}[.-]\d{2}, )?(?:
    v?\d+\.\d[\w.+-]*(?: release)?|version bump\.?|version packages(?: \([\w.-]{1,20}\))?
    prep another release
    (?:
      bump(?:ed)?|push|releas(?:e|ed|ing)|publish|prepare(?: for)?|version|cut|now working on
      set version
    )\b(?:\s+(?:the|package|version|release|to|for|from|new|and))*\s+v?\d+\.\d.*
  )$
`

function skipReason(commit: Commit, message: Message): string | undefined {
  const { subject, trailers } = message
  if (commit.parents.length > 1) return 'a merge'
  if (subject === '') return 'no message'
  if (/^(?:fixup|squash|amend)! /.test(subject)) return 'a fixup of another commit'
  if (trailers.some(({ key }) => key === 'Curated-By')) return 'written by ctx'
  return isVersionBump(message) ? 'a version bump' : undefined
}

/** Whether a message only says that another version begins, or comes out. */
export const isVersionBump = ({ subject, type, scope }: Message): boolean =>
  !/^deps(?:-dev)?$/i.test(scope) &&
  ((type === 'chore' && scope === 'release') || release.test(subject) || named.test(subject))

/** `prepare tracing-core 0.1.35`, `prepare to release tracing 0.1.1`: what is in it, its own commits tell. */
const named = anyOf()`
  ^(?:
    [Pp]repar(?:e|ing)|[Rr]eleas(?:e|ed|ing)|[Pp]ublish|[Cc]ut
  )(?: to)?(?: (?:the |a )?release(?: of)?)? [\`"]?[a-z@][\w@/-]{0,60}[\`"]? v?\d+\.\d[\w.+-]{0,40}(?: (?:pre-?)?release)?$
`
