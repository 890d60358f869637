import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { EntryPage } from '../../view/entry-page.ts'
import { readable } from '../folders.ts'
import {
  Badge,
  CommitHash,
  count,
  dotted,
  EntryLink,
  InlineText,
  Prose,
  Shown,
  StateBadge,
  TierBadge,
} from '../pieces.tsx'
import { addressOf, type PageRoute } from '../route.ts'
import { useAsked, usePage } from '../use.ts'
import { Decide } from './decide.tsx'
import { EditEntry } from './edit.tsx'
import { LessonCard } from './lesson.tsx'
import { Supersede } from './supersede.tsx'
import { Trail } from './trail.tsx'

/** One entry: what it teaches, where that is from, what belongs to it, and what a person decides about it. */
export function EntryView({ route: { path } }: { route: PageRoute }): JSX.Element {
  const entry = useAsked(path, (source) => source.entry(path))
  const [editing, setEditing] = useState('')
  return (
    <>
      <Trail view="tree" path={path.split('/').slice(0, -1).join('/')} root="Tree" />
      {entry.fault?.code === 'no-such-entry' ? <Gone path={path} /> : null}
      <Shown of={entry}>
        {(page) => (
          <>
            <div class="title">
              <h1>
                <InlineText text={page.title} />
              </h1>
            </div>
            <Standing page={page} />
            <Actions page={page} isEditing={editing === path} edit={() => setEditing(path)} />
            {editing === path ? <EditEntry path={path} done={() => setEditing('')} /> : <Body page={page} />}
          </>
        )}
      </Shown>
    </>
  )
}

/** An entry that was archived can be brought back where it is missed. */
function Gone({ path }: { path: string }): JSX.Element | null {
  const attention = useAsked('attention', (source) => source.attention())
  const archived = attention.value?.archive.find((one) => one.path === path)
  return archived === undefined ? null : (
    <p class="actions">
      It is in the archive since {archived.at.slice(0, 10)}. <Decide path={path} verdicts={['restore']} />
    </p>
  )
}

function Standing({ page }: { page: EntryPage }): JSX.Element {
  const { kind, importance, confidence, updatedAt, approvedAt, supersededBy, tags } = page
  return (
    <p class="meta standing-line">
      <StateBadge of={page} />
      <TierBadge tier={page.tier} />
      <Badge as="plain">{kind}</Badge>
      {dotted([
        `importance ${importance}`,
        `confidence ${Math.round(confidence * 100)} %`,
        updatedAt === '' ? '' : `updated ${updatedAt.slice(0, 10)}`,
        approvedAt === '' ? '' : `approved ${approvedAt.slice(0, 10)}`,
        tags.length === 0 ? '' : tags.join(', '),
      ])}
      {supersededBy === '' ? null : (
        <span class="part">
          superseded by <EntryLink path={supersededBy} title={supersededBy} />
        </span>
      )}
    </p>
  )
}

function Actions({
  page,
  isEditing,
  edit,
}: {
  page: EntryPage
  isEditing: boolean
  edit: () => void
}): JSX.Element | null {
  const { source } = usePage()
  if (source.live === undefined || isEditing) return null
  return (
    <div class="actions">
      <Decide
        path={page.path}
        verdicts={[
          ...(page.state === 'approved' ? [] : ['approve' as const]),
          ...(page.state === 'deprecated' ? [] : ['deprecate' as const]),
          'archive',
        ]}
      />
      <Supersede path={page.path} />
      <button type="button" onClick={edit}>
        Edit
      </button>
    </div>
  )
}

function Body({ page }: { page: EntryPage }): JSX.Element {
  const { lessons, rules, facts, prose } = page
  return (
    <div class="entry-body">
      <div class="said">
        {prose
          .filter(({ heading }) => heading === '' || heading === 'Highlights')
          .map(({ text }) => (
            <Prose key={text} text={text} />
          ))}
        <Part title="Rules" of={rules}>
          <ul class="prose">
            {rules.map(({ text, commit }) => (
              <li key={text}>
                <InlineText text={text} /> <CommitHash hash={commit} />
              </li>
            ))}
          </ul>
        </Part>
        <Part title={count(lessons.length, 'lesson')} of={lessons}>
          {lessons.map((lesson) => (
            <LessonCard key={`${lesson.commit} ${lesson.headline} ${lesson.why}`} lesson={lesson} />
          ))}
        </Part>
        <Part title="Facts" of={facts}>
          <ul class="prose">
            {facts.map(({ text, value, statement }) => (
              <li key={`${text} ${value} ${statement}`}>
                {text === '' ? null : <strong>{text}</strong>}
                {value === '' ? null : <code>{value}</code>} <InlineText text={statement} />
              </li>
            ))}
          </ul>
        </Part>
        {prose
          .filter(({ heading }) => heading !== '' && heading !== 'Highlights')
          .map(({ heading, text }) => (
            <Part key={heading} title={heading} of={[text]}>
              <Prose text={text} />
            </Part>
          ))}
      </div>
      <Beside page={page} />
    </div>
  )
}

const Part = ({
  title,
  of,
  children,
}: {
  title: string
  of: readonly unknown[]
  children: JSX.Element | readonly JSX.Element[]
}): JSX.Element | null =>
  of.length === 0 ? null : (
    <section class="part">
      <h2>{title}</h2>
      {children}
    </section>
  )

/** What stands beside an entry: files, neighbours, commits, and its own history. */
function Beside({ page: { path, files, neighbours, sources } }: { page: EntryPage }): JSX.Element {
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
      <Part title={`From ${count(sources.length, 'commit')}`} of={sources}>
        <ul class="list">
          {sources.slice(0, 12).map(({ commit, subject, author, date }) => (
            <li key={commit}>
              {subject}
              <small>{dotted([<CommitHash hash={commit} />, date, author])}</small>
            </li>
          ))}
        </ul>
      </Part>
      {source.live === undefined ? null : <History path={path} />}
      <p class="quiet path">{readable(path)}</p>
    </aside>
  )
}

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
