import { type JSX, render } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { addressOf, type PageRoute, useRoute, type ViewName } from './route.ts'
import type { PageSource } from './source.ts'
import { PageContext, useAsked } from './use.ts'
import { AttentionView } from './views/attention.tsx'
import { BrainView } from './views/brain.tsx'
import { EntryView } from './views/entry.tsx'
import { GraphView } from './views/graph.tsx'
import { MapView } from './views/map.tsx'
import { ReviewView } from './views/review.tsx'
import { SearchView } from './views/search.tsx'
import { TimelineView } from './views/timeline.tsx'
import { TreeView } from './views/tree.tsx'

/** Shows the page with data from a source. */
export function start(source: PageSource): void {
  const root = document.getElementById('page')
  if (root !== null) render(<App source={source} />, root)
}

const views: Readonly<Record<ViewName, (given: { route: PageRoute }) => JSX.Element>> = {
  search: SearchView,
  tree: TreeView,
  map: MapView,
  graph: GraphView,
  timeline: TimelineView,
  review: ReviewView,
  attention: AttentionView,
  brain: BrainView,
  entry: EntryView,
}

const named: readonly (readonly [ViewName, string])[] = [
  ['search', 'Search'],
  ['tree', 'Tree'],
  ['map', 'Map'],
  ['graph', 'Graph'],
  ['timeline', 'Timeline'],
  ['review', 'Review'],
  ['attention', 'Attention'],
  ['brain', 'Brain'],
]

function App({ source }: { source: PageSource }): JSX.Element {
  const route = useRoute()
  const [version, setVersion] = useState(0)
  const [isThere, setThere] = useState(true)
  const changed = useCallback(() => setVersion((before) => before + 1), [])
  useEffect(() => source.live?.watch({ change: changed, connected: setThere }), [source])
  useEffect(() => followKeys(), [])
  useEffect(() => {
    const title = route.view === 'entry' ? route.path : (named.find(([view]) => view === route.view)?.[1] ?? '')
    document.title = `${title} · ctx`
  }, [route.view, route.path])
  const page = useMemo(() => ({ source, version, changed }), [source, version])
  const View = views[route.view]
  return (
    <PageContext.Provider value={page}>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <Frame view={route.view} isLive={source.live !== undefined} />
      <main id="main" tabIndex={-1} class={`view ${route.view}`}>
        {isThere ? null : (
          <p class="fault" role="alert">
            The server does not answer; what you see may be old. It is asked again by itself, or run{' '}
            <code>ctx web</code>.
          </p>
        )}
        <View route={route} />
      </main>
    </PageContext.Provider>
  )
}

/** The address behind # names a view, so this moves the focus itself. */
function skip(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** `/` leads to the search from everywhere but a field that is being written in. */
function followKeys(): () => void {
  const follow = (event: KeyboardEvent): void => {
    const isWriting = event.target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
    if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (!location.hash.startsWith('#/search')) location.hash = addressOf('search')
    requestAnimationFrame(() => document.getElementById('question')?.focus())
  }
  addEventListener('keydown', follow)
  return () => removeEventListener('keydown', follow)
}

function Frame({ view, isLive }: { view: ViewName; isLive: boolean }): JSX.Element {
  const { value } = useAsked('catalogue', (source) => source.catalogue())
  const shown = view === 'entry' ? 'tree' : view
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest', inline: 'center' }), [shown])
  return (
    <header class="frame">
      <a class="mark" href={addressOf('search')}>
        <img src="icon.svg" alt="" width="28" height="28" />
        <span>
          <strong>{value?.name ?? 'ctx'}</strong>
          <small>{value?.branch ?? ''}</small>
        </span>
      </a>
      <nav aria-label="Views">
        {named
          .filter(([name]) => isLive || name !== 'review')
          .map(([name, title]) => (
            <a
              key={name}
              ref={name === shown ? current : null}
              href={addressOf(name)}
              aria-current={name === shown ? 'page' : undefined}
            >
              {title}
            </a>
          ))}
      </nav>
    </header>
  )
}
