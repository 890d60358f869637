import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { CatalogueEntry } from '../../view/catalogue.ts'
import { type Folder, folderAt, folderTree, readable, standingIn } from '../folders.ts'
import { count, Empty, EntryLink, Shown, StandingBar, StateBadge, TierBadge } from '../pieces.tsx'
import { addressOf, type PageRoute, remember } from '../route.ts'
import { useAsked } from '../use.ts'
import { Trail } from './trail.tsx'

/** The tree as a list: folders with what they hold, entries with how they stand. */
export function TreeView({ route }: { route: PageRoute }): JSX.Element {
  const catalogue = useAsked('catalogue', (source) => source.catalogue())
  const state = route.query.get('state') ?? ''
  return (
    <>
      <div class="title">
        <h1>Tree</h1>
        <StateFilter value={state} onChange={(next) => remember('tree', route.path, { state: next })} />
      </div>
      <Trail view="tree" path={route.path} root="all" />
      <Shown of={catalogue}>
        {({ entries }) => {
          const shown = entries.filter((entry) => state === '' || entry.state === state || entry.status === state)
          const folder = folderAt(folderTree(shown), route.path)
          if (folder === undefined || folder.all.length === 0)
            return <Empty>There is nothing here{state === '' ? '' : ` that is ${state}`}.</Empty>
          return <FolderList folder={folder} />
        }}
      </Shown>
    </>
  )
}

const states = ['draft', 'approved', 'deprecated', 'superseded'] as const

const StateFilter = ({ value, onChange }: { value: string; onChange: (next: string) => void }): JSX.Element => (
  <label class="choice">
    State{' '}
    <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">all</option>
      {states.map((state) => (
        <option key={state} value={state}>
          {state}
        </option>
      ))}
    </select>
  </label>
)

/** The root opens domains; within one, topics stand open with their entries. */
function FolderList({ folder }: { folder: Folder }): JSX.Element {
  if (folder.path === '')
    return (
      <ul class="cards">
        {folder.folders.map((domain) => (
          <li key={domain.path}>
            <DomainCard domain={domain} />
          </li>
        ))}
      </ul>
    )
  return (
    <>
      <Entries of={folder.entries} />
      {folder.folders.map((inside) => (
        <section key={inside.path} class="folder">
          <h2>
            <a href={addressOf('tree', inside.path)}>{readable(inside.name)}</a>
            <small>{count(inside.all.length, 'entry', 'entries')}</small>
          </h2>
          <Entries of={inside.all} />
        </section>
      ))}
    </>
  )
}

function DomainCard({ domain }: { domain: Folder }): JSX.Element {
  const standing = standingIn(domain.all)
  const lessons = standing.holds + standing.partly + standing.past
  return (
    <a class="card" href={addressOf('tree', domain.path)}>
      <strong>{readable(domain.name)}</strong>
      <span class="quiet">
        {count(domain.all.length, 'entry', 'entries')}, {count(lessons, 'lesson')}
      </span>
      <StandingBar of={standing} />
      <span class="topics">{domain.folders.map(({ name }) => readable(name)).join(', ')}</span>
    </a>
  )
}

/** So many stand on the page at once; a large folder has more. */
const step = 100

function Entries({ of: entries }: { of: readonly CatalogueEntry[] }): JSX.Element | null {
  const [most, setMost] = useState(step)
  if (entries.length === 0) return null
  return (
    <div>
      <ul class="rows entries">
        {entries.slice(0, most).map((entry) => (
          <li key={entry.path}>
            <span class="name">
              <EntryLink path={entry.path} title={entry.title} />
              <small>{entry.kind}</small>
            </span>
            <span class="badges">
              <StandingBar of={entry.lessons} />
              <StateBadge of={entry} />
              <TierBadge tier={entry.tier} />
            </span>
          </li>
        ))}
      </ul>
      {entries.length > most ? (
        <button type="button" class="more" onClick={() => setMost(most + step)}>
          Show {Math.min(step, entries.length - most)} more of {entries.length}
        </button>
      ) : null}
    </div>
  )
}
