import type { JSX } from 'preact'
import type { LessonHit } from '../../search/lesson-hit.ts'
import type { PageLesson } from '../../view/timeline.ts'
import { Badge, CommitHash, dotted, InlineText, Title } from '../pieces.tsx'
import { addressOf } from '../route.ts'

/** Says how much of a lesson is left, and of what kind it is. */
export function LessonBadges({ kind, holds }: { kind: string; holds: string }): JSX.Element {
  return (
    <>
      {kind === '' ? null : <Badge as={`kind ${kind.replaceAll(' ', '-')}`}>{kind}</Badge>}
      {holds === 'reworked' ? <Badge as="reworked">may not hold</Badge> : null}
      {holds === 'partly' ? <Badge as="partly">holds partly</Badge> : null}
      {holds === 'past' ? <Badge as="past">no longer so</Badge> : null}
    </>
  )
}

type Change = {
  readonly commit: string
  readonly date: string
  readonly headline: string
  readonly why: string
  /** What it did to the lesson; it changed it, where nothing is said. */
  readonly how?: string
}

const byDate = (a: Change, b: Change): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)

/** What became of a lesson, as points on a line: what was first, what changed it later, and what was done on the same matter. */
export function ChangedLater({ changes }: { changes: readonly Change[] }): JSX.Element | null {
  if (changes.length === 0) return null
  return (
    <ol class="later">
      {changes.toSorted(byDate).map(({ commit, date, headline, why, how = 'changed later' }) => (
        <li key={commit}>
          <span class="meta">
            {dotted([how, date === '' ? null : <time>{date}</time>, <CommitHash hash={commit} />])}
          </span>
          {headline === '' ? null : (
            <strong>
              <InlineText text={headline} />
            </strong>
          )}
          {why === '' ? null : (
            <p>
              <InlineText text={why} />
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

const laterOn = ({ supersededBy, followUps }: LessonHit): readonly Change[] => [
  ...supersededBy,
  ...followUps.map((one) => ({ ...one, how: 'later on this' })),
]

/** A lesson that answers a question. */
export function HitCard({ hit }: { hit: LessonHit }): JSX.Element {
  const { headline, why, entry, note, holds, standing, lane, files } = hit
  const title = headline === '' ? (why.split(/(?<=[.!?])\s/)[0] ?? why) : headline
  const rest = headline === '' ? why.slice(title.length).trim() : why
  return (
    <article class={`lesson ${holds}`}>
      <h2>
        {entry === '' ? (
          <InlineText text={title} />
        ) : (
          <a class="hit" href={addressOf('entry', entry.replace(/^_archived\/(.*)\.stub\.md$/, '$1.md'))}>
            <Title text={title} />
          </a>
        )}
      </h2>
      {rest === '' ? null : (
        <p class="why">
          <InlineText text={rest} />
        </p>
      )}
      <p class="meta">
        {dotted([
          hit.date === '' ? null : <time>{hit.date}</time>,
          hit.commit === '' ? null : <CommitHash hash={hit.commit} />,
          hit.number,
          hit.author,
          files.length === 0 ? null : <span class="files">{files.slice(0, 3).join(', ')}</span>,
          note.since === '' ? '' : `since ${note.since}`,
          note.pinnedBy === '' ? '' : `pinned by ${note.pinnedBy}`,
          lane === 'log' ? 'from the log, not curated' : '',
          hit.archived === '' ? '' : 'archived',
        ])}
        <LessonBadges kind={note.kind} holds={holds} />
        {standing === '' ? null : <Badge as="deprecated">{standing}</Badge>}
      </p>
      <ChangedLater changes={laterOn(hit)} />
    </article>
  )
}

/** A lesson on the page of its entry. */
export function LessonCard({ lesson }: { lesson: PageLesson }): JSX.Element {
  const { headline, why, kind, date, commit, number, author, holds, since, pinnedBy, later } = lesson
  return (
    <article class={`lesson ${holds}`}>
      <h3>
        <InlineText text={headline === '' ? why : headline} />
      </h3>
      {headline === '' || why === '' ? null : (
        <p class="why">
          <InlineText text={why} />
        </p>
      )}
      <p class="meta">
        {dotted([
          date === '' ? null : <time>{date}</time>,
          commit === '' ? null : <CommitHash hash={commit} />,
          number,
          author,
          since === '' ? '' : `since ${since}`,
          pinnedBy === '' ? '' : `pinned by ${pinnedBy}`,
        ])}
        <LessonBadges kind={kind} holds={holds} />
      </p>
      <ChangedLater changes={later.map((one) => ({ ...one, headline: one.subject, why: '' }))} />
    </article>
  )
}
