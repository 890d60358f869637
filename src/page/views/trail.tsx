import type { JSX } from 'preact'
import { readable } from '../folders.ts'
import { addressOf, type ViewName } from '../route.ts'

/** The way from the root to a place in the tree, each step a link. */
export function Trail({ view, path, root }: { view: ViewName; path: string; root: string }): JSX.Element {
  const parts = path === '' ? [] : path.split('/')
  return (
    <nav class="trail" aria-label="Where this lies">
      <a href={addressOf(view)}>{root}</a>
      {parts.map((part, at) => (
        <span key={part}>
          <i aria-hidden="true">/</i>
          <a href={addressOf(view, parts.slice(0, at + 1).join('/'))}>{readable(part)}</a>
        </span>
      ))}
    </nav>
  )
}
