import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { PageFault, type PageSource } from './source.ts'

/** What every view is given: the data, how often it has changed, and how to say that it has. */
export type Page = {
  readonly source: PageSource
  /** Counts up when the tree has changed: whoever shows it asks again. */
  readonly version: number
  readonly changed: () => void
}

/** Where views find the page that they stand in. */
export const PageContext = createContext<Page | undefined>(undefined)

/** The page that a view stands in; a view that stands in none is a bug of ours. */
export function usePage(): Page {
  const page = useContext(PageContext)
  if (page === undefined) throw new Error('a view outside of the page')
  return page
}

/** Something that was asked for: still coming, there, or refused. What was there stays while it is asked for anew. */
export type Asked<Value> = { readonly value: Value | undefined; readonly fault: PageFault | undefined }

/** Asks when a view is shown, when `key` is another, and when the tree has changed. */
export function useAsked<Value>(key: string, load: (source: PageSource) => Promise<Value>): Asked<Value> {
  const { source, version } = usePage()
  const [asked, setAsked] = useState<Asked<Value> & { key: string }>({ key, value: undefined, fault: undefined })
  useEffect(() => {
    let isWanted = true
    load(source).then(
      (value) => isWanted && setAsked({ key, value, fault: undefined }),
      (error: unknown) => isWanted && setAsked({ key, value: undefined, fault: faultOf(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [key, version, source])
  return asked.key === key ? asked : { value: undefined, fault: undefined }
}

/** What is told of anything that went wrong. */
export const faultOf = (error: unknown): PageFault =>
  error instanceof PageFault
    ? error
    : new PageFault('bug', `This is a bug of ours: ${error instanceof Error ? error.message : String(error)}`)
