import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { EntryPage } from '../../view/entry-page.ts'
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
  Part,
} from '../pieces.tsx'
import type { PageRoute } from '../route.ts'
import { useAsked, usePage } from '../use.ts'
import { Beside } from './beside.tsx'
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
        <Rules of={rules} />
        <Part title={count(lessons.length, 'lesson')} of={lessons}>
          {lessons.map((lesson) => (
            <LessonCard key={`${lesson.commit} ${lesson.headline} ${lesson.why}`} lesson={lesson} />
          ))}
        </Part>
        <Facts of={facts} />
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

const Rules = ({ of }: { of: EntryPage['rules'] }): JSX.Element => (
  <Part title="Rules" of={of}>
    <ul class="prose">
      {of.map(({ text, commit }) => (
        <li key={text}>
          <InlineText text={text} /> <CommitHash hash={commit} />
        </li>
      ))}
    </ul>
  </Part>
)

const Facts = ({ of }: { of: EntryPage['facts'] }): JSX.Element => (
  <Part title="Facts" of={of}>
    <ul class="prose">
      {of.map(({ text, value, statement }) => (
        <li key={`${text} ${value} ${statement}`}>
          {text === '' ? null : <strong>{text}</strong>}
          {value === '' ? null : <code>{value}</code>} <InlineText text={statement} />
        </li>
      ))}
    </ul>
  </Part>
)
