import type { CSSProperties, JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { TimelineItem } from '../../view/timeline.ts'
import { CommitHash, count, dotted, Empty, InlineText, Shown, Title } from '../pieces.tsx'
import { addressOf, type PageRoute, remember } from '../route.ts'
import { useAsked } from '../use.ts'
import { ChangedLater, LessonBadges } from './lesson.tsx'

const filters = ['domain', 'kind', 'author'] as const
type Filter = (typeof filters)[number]

const valueOf = (item: TimelineItem, filter: Filter): string =>
  filter === 'domain' ? (item.entry.split('/')[0] ?? '') : item[filter]

/** Lessons by week, newest first, with how many there were of each time above. */
export function TimelineView({ route }: { route: PageRoute }): JSX.Element {
  const timeline = useAsked('timeline', (source) => source.timeline())
  const chosen = Object.fromEntries([...filters, 'from'].map((name) => [name, route.query.get(name) ?? '']))
  const choose = (name: string, value: string): void => remember('timeline', '', { ...chosen, [name]: value })
  return (
    <>
      <div class="title">
        <h1>Timeline</h1>
      </div>
      <Shown of={timeline}>
        {(items) => {
          const fitting = items.filter((item) =>
            filters.every((filter) => (chosen[filter] ?? '') === '' || valueOf(item, filter) === chosen[filter]),
          )
          return (
            <>
              <Filters items={items} chosen={chosen} choose={choose} />
              <Bars items={fitting} chosen={chosen['from'] ?? ''} choose={(from) => choose('from', from)} />
              <Weeks items={within(fitting, chosen['from'] ?? '')} />
            </>
          )
        }}
      </Shown>
    </>
  )
}

type Choosing = {
  readonly chosen: Readonly<Record<string, string>>
  readonly choose: (name: string, value: string) => void
}

const Filters = ({ items, chosen, choose }: Choosing & { items: readonly TimelineItem[] }): JSX.Element => (
  <div class="filters">
    {filters.map((filter) => (
      <label key={filter} class="choice">
        {filter}{' '}
        <select value={chosen[filter] ?? ''} onChange={(event) => choose(filter, event.currentTarget.value)}>
          <option value="">all</option>
          {[...new Set(items.map((item) => valueOf(item, filter)))]
            .filter((value) => value !== '')
            .toSorted()
            .map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
        </select>
      </label>
    ))}
  </div>
)

const day = 24 * 60 * 60 * 1000

/** The Monday of a day's week. */
function weekOf(date: string): string {
  const time = Date.parse(date)
  if (Number.isNaN(time)) return date
  return new Date(time - ((new Date(time).getUTCDay() + 6) % 7) * day).toISOString().slice(0, 10)
}

/** More weeks than these are told by month, and more months than these by year. */
const mostBars = 130

/** What a bar stands for: a week, a month or a year, as many as there is room for. */
function spanOf(items: readonly TimelineItem[]): (date: string) => string {
  const spans = [weekOf, (date: string) => date.slice(0, 7), (date: string) => date.slice(0, 4)]
  return spans.find((span) => new Set(items.map(({ date }) => span(date))).size <= mostBars) ?? weekOf
}

const within = (items: readonly TimelineItem[], from: string): readonly TimelineItem[] =>
  from === '' ? items : items.filter(({ date }) => weekOf(date) === from || date.startsWith(from))

function Bars({
  items,
  chosen,
  choose,
}: {
  items: readonly TimelineItem[]
  chosen: string
  choose: (from: string) => void
}): JSX.Element | null {
  if (items.length === 0) return <Empty>No lesson fits.</Empty>
  const span = spanOf(items)
  const counts = new Map<string, { all: number; past: number }>()
  for (const { date, holds } of items.toReversed()) {
    const known = counts.get(span(date)) ?? { all: 0, past: 0 }
    counts.set(span(date), { all: known.all + 1, past: known.past + (holds === 'past' ? 1 : 0) })
  }
  const most = Math.max(...[...counts.values()].map(({ all }) => all))
  const share = (number: number): CSSProperties => ({ height: `${(number / most) * 100}%` })
  return (
    <div class="bars" role="group" aria-label="How many lessons there were, by time">
      {[...counts].map(([from, { all, past }]) => (
        <button
          key={from}
          type="button"
          aria-pressed={chosen === from}
          aria-label={`${from}: ${count(all, 'lesson')}`}
          title={`${from}: ${count(all, 'lesson')}${past === 0 ? '' : `, ${past} no longer so`}`}
          onClick={() => choose(chosen === from ? '' : from)}
        >
          <i class="past" style={share(past)} />
          <i class="holds" style={share(all - past)} />
        </button>
      ))}
    </div>
  )
}

/** So many lessons stand on the page at once. */
const step = 120

function Weeks({ items }: { items: readonly TimelineItem[] }): JSX.Element {
  const [most, setMost] = useState(step)
  const weeks = Map.groupBy(items.slice(0, most), ({ date }) => weekOf(date))
  return (
    <>
      {[...weeks].map(([week, found]) => (
        <section key={week} class="week">
          <h2>
            Week of <time>{week}</time>
          </h2>
          <ul>
            {found.map((item) => (
              <li key={`${item.commit} ${item.entry} ${item.headline}`} class={`lesson ${item.holds}`}>
                <Told item={item} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {items.length > most ? (
        <button type="button" class="more" onClick={() => setMost(most + step)}>
          Show more of {count(items.length, 'lesson')}
        </button>
      ) : null}
    </>
  )
}

function Told({ item }: { item: TimelineItem }): JSX.Element {
  const { headline, why, entry, title, date, commit, number, author, kind, holds, later } = item
  return (
    <>
      <h3>
        <a href={addressOf('entry', entry)}>
          <Title text={headline === '' ? title : headline} />
        </a>
      </h3>
      {why === '' ? null : (
        <p class="why">
          <InlineText text={why} />
        </p>
      )}
      <p class="meta">
        {dotted([
          <time>{date}</time>,
          <CommitHash hash={commit} />,
          number,
          author,
          entry.split('/').slice(0, 2).join('/'),
        ])}
        <LessonBadges kind={kind} holds={holds} />
      </p>
      <ChangedLater changes={later.map((one) => ({ ...one, headline: one.subject, why: '' }))} />
    </>
  )
}
