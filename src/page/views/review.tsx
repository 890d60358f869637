import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { EntryChange } from '../../review/compare.ts'
import { isUnbacked } from '../../review/line-change.ts'
import type { Review } from '../../review/report.ts'
import { Badge, CommitHash, count, Empty, EntryLink, Refused, InlineText, Shown } from '../pieces.tsx'
import { type PageRoute, remember } from '../route.ts'
import { useAsked, usePage } from '../use.ts'
import { useDoing } from './decide.tsx'
import { EditEntry } from './edit.tsx'

/** What a branch teaches, entry by entry, to be kept, edited or rejected. */
export function ReviewView({ route }: { route: PageRoute }): JSX.Element {
  const range = route.query.get('range') ?? ''
  const review = useAsked(`review ${range}`, async ({ live }) => await live?.review(range))
  const [wanted, setWanted] = useState(range)
  return (
    <>
      <div class="title">
        <h1>Review</h1>
        <form
          class="choice"
          onSubmit={(event) => {
            event.preventDefault()
            remember('review', '', { range: wanted.trim() })
          }}
        >
          <label>
            Range{' '}
            <input
              value={wanted}
              placeholder="what is not shared yet"
              aria-label="Range: base..head, empty for what is not shared yet"
              onInput={(event) => setWanted(event.currentTarget.value)}
            />
          </label>
          <button type="submit">Show</button>
        </form>
      </div>
      <Shown of={review}>
        {(found) =>
          found === undefined ? <Empty>Only a server can review.</Empty> : <Found review={found} range={range} />
        }
      </Shown>
    </>
  )
}

/** An overview that we made says nothing that its entries do not; scores change by themselves. */
const isAsked = ({ how, path }: EntryChange): boolean =>
  how !== 'scored' && !(how === 'added' && path.endsWith('/context.md'))

function Found({ review, range }: { review: Review; range: string }): JSX.Element {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const changes = review.changes.filter(isAsked)
  const open = changes.filter(({ path }) => !kept.has(path))
  return (
    <>
      <p>
        <strong>{review.head.name}</strong> → <strong>{review.base.name}</strong>:{' '}
        {count(changes.length, 'entry', 'entries')} changed, {review.tokens < 0 ? '' : '+'}
        {review.tokens} tokens{changes.length === open.length ? '' : `; ${open.length} left to look at`}
        {review.blocking.length === 0 ? null : (
          <Badge as="past">{count(review.blocking.length, 'finding')} block</Badge>
        )}
      </p>
      {open.length === 0 ? (
        <Empty>{changes.length === 0 ? 'Nothing changed.' : 'Everything was looked at.'}</Empty>
      ) : null}
      {open.map((change) => (
        <Change
          key={change.path}
          change={change}
          review={review}
          range={range}
          keep={() => setKept(new Set([...kept, change.path]))}
        />
      ))}
    </>
  )
}

type Given = {
  readonly change: EntryChange
  readonly review: Review
  readonly range: string
  readonly keep: () => void
}

function Change({ change, review, range, keep }: Given): JSX.Element {
  const { path, title, how, lines } = change
  const { source } = usePage()
  const [editing, setEditing] = useState(false)
  const { doing, fault, run } = useDoing()
  return (
    <section class="change" aria-label={title}>
      <h2>
        <Badge as={how}>{how}</Badge> <EntryLink path={path} title={title} />
      </h2>
      <p class="quiet path">{placeOf(change)}</p>
      <Findings of={review.findings.filter(({ at }) => at === path)} />
      {editing ? (
        <EditEntry path={path} done={() => setEditing(false)} />
      ) : (
        <Lines lines={lines} by={review.saidBy[path] ?? ''} authors={review.authors} />
      )}
      {fault === undefined ? null : <Refused of={fault} />}
      {editing ? null : (
        <p class="actions">
          <button type="button" class="main" onClick={keep}>
            Keep
          </button>
          {isThere(change) ? (
            <button type="button" onClick={() => setEditing(true)}>
              Edit
            </button>
          ) : null}
          <button
            type="button"
            disabled={doing}
            onClick={() => run(async () => await source.live?.reject(path, range))}
          >
            Reject
          </button>
        </p>
      )}
    </section>
  )
}

const placeOf = ({ path, how, other }: EntryChange): string =>
  other === '' ? path : `${path}, ${how === 'moved' ? 'was' : 'into'} ${other}`

/** Only an entry that the branch has can be edited. */
const isThere = ({ how, path }: EntryChange): boolean =>
  how !== 'removed' && how !== 'archived' && how !== 'merged' && !path.endsWith('/context.md')

const Findings = ({ of }: { of: Review['findings'] }): JSX.Element => (
  <>
    {of.map(({ code, detail, weight }) => (
      <p key={`${code} ${detail}`} class={`finding ${weight}`}>
        <Badge as={weight === 'note' ? 'plain' : 'past'}>{code}</Badge> {detail}
      </p>
    ))}
  </>
)

const marks = { gained: '+', lost: '−', changed: '~' } as const

/** So many lines of an entry stand there until somebody wants them all. */
const most = 30

type ShownLines = Pick<EntryChange, 'lines'> & Pick<Review, 'authors'> & { readonly by: string }

function Lines({ lines, by, authors }: ShownLines): JSX.Element {
  const [all, setAll] = useState(false)
  return (
    <>
      <ul class="lines">
        {lines.slice(0, all ? undefined : most).map((line, at) => (
          <li key={at} class={line.how}>
            <b aria-label={line.how}>{marks[line.how]}</b>
            <span>
              <small>{line.kind}</small> <InlineText text={line.text} />
              {line.before === '' ? null : <small> was {line.before}</small>}{' '}
              {isUnbacked(line) && by !== '' ? <small>said by {by}</small> : null}
              {line.sources.slice(0, 2).map((hash) => (
                <small key={hash}>
                  <CommitHash hash={hash} /> {authors[hash] ?? ''}
                </small>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {lines.length > most && !all ? (
        <button type="button" class="more" onClick={() => setAll(true)}>
          Show all {lines.length} lines
        </button>
      ) : null}
    </>
  )
}
