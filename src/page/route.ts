import { useEffect, useState } from 'preact/hooks'

/** The views that an address can name. */
export const viewNames = [
  'search',
  'tree',
  'map',
  'graph',
  'timeline',
  'review',
  'attention',
  'brain',
  'entry',
] as const
/** The name of a view, as the address spells it. */
export type ViewName = (typeof viewNames)[number]

/** What the address says: a view, what of the tree it is about, and what else it remembers. */
export type PageRoute = { readonly view: ViewName; readonly path: string; readonly query: URLSearchParams }

/** Reads the part of an address behind `#`; what means nothing is the search. */
function readRoute(hash: string): PageRoute {
  const [place = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [name = '', ...rest] = place.split('/')
  const view = viewNames.find((known) => known === name) ?? 'search'
  return { view, path: decoded(rest.join('/')), query: new URLSearchParams(query) }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}

/** Writes an address that `readRoute` reads. */
export function addressOf(view: ViewName, path = '', query: Readonly<Record<string, string>> = {}): string {
  const said = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  const place = path === '' ? view : `${view}/${path.split('/').map(encodeURIComponent).join('/')}`
  return `#/${place}${said === '' ? '' : `?${said}`}`
}

/** Follows the address. */
export function useRoute(): PageRoute {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = (): void => setHash(location.hash)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return readRoute(hash)
}

/** Changes what the address remembers of a view, without a step back for each letter that is typed. */
export function remember(view: ViewName, path: string, query: Readonly<Record<string, string>>): void {
  const address = addressOf(view, path, query)
  if (address === location.hash) return
  history.replaceState(null, '', address)
  dispatchEvent(new HashChangeEvent('hashchange'))
}
