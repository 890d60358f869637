/** The files of the code as it stands, as a history calls them; `isNamed` asks for one in whatever folder. */
export type FilesNow = { readonly has: (path: string) => boolean; readonly isNamed: (name: string) => boolean }

/**
 * Tells whether a file is there, also where no diff says where it went: a whole folder that moved into another
 * (`click/core.py` to `src/click/core.py`), or a page that was written anew in another format (`faqs.rst` to `faqs.md`).
 */
export function filesNow(there: ReadonlySet<string>): FilesNow {
  const known = new Set<string>()
  for (const path of there) {
    const parts = withoutEnding(path).split('/')
    // A file's name alone is in many folders.
    for (let at = 0; at < Math.max(1, parts.length - 1); at++) known.add(parts.slice(at).join('/'))
  }
  const names = new Set([...there].map((path) => path.slice(path.lastIndexOf('/') + 1)))
  return { isNamed: (name) => names.has(name), has: (path) => there.has(path) || known.has(withoutEnding(path)) }
}

const withoutEnding = (path: string): string => path.replace(/\.[^./]+$/, '')
