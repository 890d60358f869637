import { posix } from 'node:path'
import { fileKindOf, testFileName } from '../code/files.ts'
import { isTested } from '../evidence/tests.ts'

/** The files of the code as it stands, as a history calls them. */
export type FilesNow = {
  readonly has: (path: string) => boolean
  /** What a file of tests is called today, in whatever folder; '' where it is gone. */
  readonly testFile: (name: string) => string
}

/**
 * Tells whether a file is there, also where no diff says where it went: a whole folder that moved into another
 * (`click/core.py` to `src/click/core.py`), or a page that was written anew in another format (`faqs.rst` to `faqs.md`), or code
 * in another language, wherever its folder is now (okhttp b650c4e9, `java/okhttp3/Call.java` to `kotlin/okhttp3/Call.kt`).
 */
export function filesNow(there: ReadonlySet<string>): FilesNow {
  const known = new Set<string>()
  const endings = new Map<string, Set<string>>()
  for (const path of there) {
    if (isCode(path)) endings.set(inFolder(path), (endings.get(inFolder(path)) ?? new Set()).add(posix.extname(path)))
    const parts = withoutEnding(path).split('/')
    // A file's name alone is in many folders.
    for (let at = 0; at < Math.max(1, parts.length - 1); at++) known.add(parts.slice(at).join('/'))
  }
  const isTranslated = (path: string): boolean => {
    const others = isCode(path) ? endings.get(inFolder(path)) : undefined
    return others !== undefined && !others.has(posix.extname(path))
  }
  return {
    testFile: testFileAmong([...there]),
    has: (path) => there.has(path) || known.has(withoutEnding(path)) || isTranslated(path),
  }
}

const isCode = (path: string): boolean => ['code', 'test'].includes(fileKindOf(path))

/** The name of a file with that of its folder, without its ending. */
const inFolder = (path: string): string => withoutEnding(path).split('/').slice(-2).join('/')

/** `test/suite.js` is `test/unit/suite.spec.cjs` by now, and not `lib/suite.js` (mocha 7910a920). */
function testFileAmong(there: readonly string[]): FilesNow['testFile'] {
  // Trees of older makes have the name alone.
  const names = new Set(there.filter(isTested).flatMap((path) => [testFileName(path), posix.basename(path)]))
  const byStem = new Map<string, string[]>()
  for (const name of names) byStem.set(stem(name), [...(byStem.get(stem(name)) ?? []), name])
  return (name) => {
    const [alike = '', ...others] = names.has(name) ? [name] : (byStem.get(stem(name)) ?? [])
    return others.length === 0 ? alike : ''
  }
}

const stem = (name: string): string => name.split('.', 1)[0] ?? ''

const withoutEnding = (path: string): string => path.replace(/\.[^./]+$/, '')
