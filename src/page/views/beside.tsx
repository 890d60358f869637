import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { EntryPage } from '../../view/entry-page.ts'
import { readable } from '../folders.ts'
import { CommitHash, count, dotted, EntryLink, Part, Shown } from '../pieces.tsx'
import { addressOf } from '../route.ts'
import { useAsked, usePage } from '../use.ts'

/** What stands beside an entry: files, neighbours, commits, and its own history. */
export function Beside({ page: { path, files, neighbours, sources } }: { page: EntryPage }): JSX.Element {
  const { source } = usePage()
  return (
    <aside aria-label="Beside this entry">
      <Part title="Files" of={files}>
        <ul class="list">
          {files.slice(0, 20).map((file) => (
            <li key={file}>
              <code>{file}</code>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Related" of={neighbours}>
        <ul class="list">
          {neighbours.slice(0, 15).map((one) => (
            <li key={one.path}>
              <EntryLink path={one.path} title={one.title} />
              <small>
                {one.link}, in {readable(one.path.split('/').slice(0, -1).join(' / '))}
              </small>
            </li>
          ))}
        </ul>
        <p>
          <a href={addressOf('graph', path)}>See them as a graph</a>
        </p>
      </Part>
      <Sources of={sources} />
      {source.live === undefined ? null : <History path={path} />}
      <p class="quiet path">{readable(path)}</p>
    </aside>
  )
}

const Sources = ({ of }: { of: EntryPage['sources'] }): JSX.Element => (
  <Part title={`From ${count(of.length, 'commit')}`} of={of}>
    <ul class="list">
      {of.slice(0, 12).map(({ commit, subject, author, date }) => (
        <li key={commit}>
          {subject}
          <small>{dotted([<CommitHash hash={commit} />, date, author])}</small>
        </li>
      ))}
    </ul>
  </Part>
)

function History({ path }: { path: string }): JSX.Element {
  const [open, setOpen] = useState(false)
  return (
    <details class="part" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>History</h2>
      </summary>
      {open ? <HistoryList path={path} /> : null}
    </details>
  )
}

function HistoryList({ path }: { path: string }): JSX.Element {
  const history = useAsked(`history ${path}`, async ({ live }) => (await live?.history(path)) ?? [])
  return (
    <Shown of={history}>
      {(items) => (
        <ol class="list">
          {items.map(({ commit, subject, author, at }) => (
            <li key={commit}>
              {subject}
              <small>{dotted([<CommitHash hash={commit} />, at.slice(0, 10), author])}</small>
            </li>
          ))}
        </ol>
      )}
    </Shown>
  )
}
