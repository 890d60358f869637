import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CatalogueEntry } from '../../view/catalogue.ts'
import { CommitHash, count, dotted, Empty, EntryLink, Refused } from '../pieces.tsx'
import { addressOf, type PageRoute, remember } from '../route.ts'
import type { PageAnswer, PageFault, PageSource } from '../source.ts'
import { faultOf, useAsked, usePage } from '../use.ts'
import { HitCard } from './lesson.tsx'

/** So long nobody types: then the question is asked. */
const pause = 140

type Answering = { readonly question: string; readonly answer?: PageAnswer; readonly fault?: PageFault }

/** The search: one field, answers as one types. */
export function SearchView({ route }: { route: PageRoute }): JSX.Element {
  const question = route.query.get('q') ?? ''
  const { source, version } = usePage()
  const { answering, settle } = useAnswer(question, source, version)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div onKeyDown={(event) => moveAmongHits(event, field.current)}>
      <form
        role="search"
        class={question === '' ? 'ask first' : 'ask'}
        onSubmit={(event) => {
          event.preventDefault()
          settle()
        }}
      >
        <h1 class={question === '' ? '' : 'unseen'}>What do you want to know?</h1>
        <input
          ref={field}
          id="question"
          type="search"
          name="q"
          autocomplete="off"
          spellcheck={false}
          maxLength={1000}
          aria-label="Ask what this repository knows"
          placeholder="why, what, when was it decided …"
          value={question}
          onInput={(event) => remember('search', '', { q: event.currentTarget.value })}
        />
        <p class="keys" aria-hidden="true">
          <kbd>/</kbd> search <kbd>↓</kbd> <kbd>↑</kbd> answers <kbd>↵</kbd> open <kbd>esc</kbd> back
        </p>
      </form>
      {question.trim() === '' ? <Welcome /> : <Answer of={answering} question={question.trim()} />}
    </div>
  )
}

/** Asks what is being typed once nobody types for a moment; `settle` says that it is meant. */
function useAnswer(
  question: string,
  source: PageSource,
  version: number,
): { answering: Answering; settle: () => void } {
  const [answering, setAnswering] = useState<Answering>({ question: '' })
  const [settled, setSettled] = useState('')
  const text = question.trim()
  useEffect(() => {
    if (text === '') return undefined
    const asking = new AbortController()
    const isTyping = settled !== text
    const ask = (): void =>
      void source.ask(text, { isTyping, signal: asking.signal }).then(
        (answer) => asking.signal.aborted || setAnswering({ question: text, answer }),
        (error: unknown) => asking.signal.aborted || setAnswering({ question: text, fault: faultOf(error) }),
      )
    const timer = setTimeout(ask, isTyping ? pause : 0)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [text, settled, version])
  return { answering, settle: () => setSettled(text) }
}

/** Arrows go through the answers, escape leads back to the field, and from there empties it. */
function moveAmongHits(event: KeyboardEvent, field: HTMLInputElement | null): void {
  const hits = [...document.querySelectorAll<HTMLElement>('a.hit')]
  const at = hits.findIndex((hit) => hit === document.activeElement)
  if (event.key === 'Escape') {
    if (at === -1) remember('search', '', {})
    field?.focus()
  } else if (event.key === 'ArrowDown') hits[at + 1]?.focus()
  else if (event.key === 'ArrowUp') (at <= 0 ? field : hits[at - 1])?.focus()
  else if (event.key === 'Enter' && document.activeElement === field && at === -1) return
  else return
  event.preventDefault()
}

function Answer({
  of: { question: asked, answer, fault },
  question,
}: {
  of: Answering
  question: string
}): JSX.Element {
  if (fault !== undefined) return <Refused of={fault} />
  if (answer === undefined) return <p class="quiet loading">One moment …</p>
  const { hits, isKnown, unknown, isWhole } = answer
  const [first] = hits
  return (
    <section class={asked === question ? 'answer' : 'answer older'} aria-label="Answer">
      <p class={isKnown ? 'unseen' : 'unknown'} role="status">
        {isKnown ? `${count(hits.length, 'lesson')} for “${asked}”.` : 'Nothing states this.'}
        {isKnown || unknown.length === 0 ? null : (
          <span>
            {' '}
            No lesson or commit has{' '}
            {unknown
              .slice(0, 4)
              .map((word) => `“${word}”`)
              .join(', ')}
            .
          </span>
        )}
        {isKnown || first === undefined ? null : <span> The nearest:</span>}
      </p>
      <ol class={isKnown ? 'hits' : 'hits nearest'}>
        {(isKnown ? hits : hits.slice(0, 3)).map((hit) => (
          <li key={`${hit.entry} ${hit.commit} ${hit.headline}`}>
            <HitCard hit={hit} />
          </li>
        ))}
      </ol>
      {isWhole ? null : <p class="quiet">This history is still being read; there may be more soon.</p>}
    </section>
  )
}

/** What there is, before anything is asked. */
function Welcome(): JSX.Element {
  const catalogue = useAsked('catalogue', (source) => source.catalogue())
  if (catalogue.fault !== undefined) return <Refused of={catalogue.fault} />
  const entries = catalogue.value?.entries
  if (entries === undefined) return <p class="quiet loading">One moment …</p>
  if (entries.length === 0)
    return (
      <Empty>
        Nothing was learned here yet. <code>ctx curate --all</code> reads the history; every commit after that is read
        by itself.
      </Empty>
    )
  const sum = (of: (entry: CatalogueEntry) => number): number => entries.reduce((all, one) => all + of(one), 0)
  const lessons = sum(({ lessons: { holds, partly, past } }) => holds + partly + past)
  const holding = sum(({ lessons: { holds } }) => holds)
  return (
    <div class="welcome">
      <p class="quiet">
        {count(lessons, 'lesson')} in {count(entries.length, 'entry', 'entries')}
        {lessons === 0 ? '' : `; ${Math.round((holding / lessons) * 100)} % still hold as they were written`}.
      </p>
      <LearnedLast />
    </div>
  )
}

function LearnedLast(): JSX.Element | null {
  const { value } = useAsked('timeline', (source) => source.timeline())
  if (value === undefined || value.length === 0) return null
  return (
    <section>
      <h2>Learned last</h2>
      <ul class="rows">
        {value.slice(0, 6).map((item) => (
          <li key={`${item.commit} ${item.headline}`}>
            <EntryLink path={item.entry} title={item.headline} />
            <span class="meta">
              {dotted([<time>{item.date}</time>, <CommitHash hash={item.commit} />, item.author])}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <a href={addressOf('timeline')}>The whole timeline</a>
      </p>
    </section>
  )
}
