import type { JSX } from 'preact'
import type { Attention, Concern } from '../../view/attention.ts'
import type { PutAway } from '../../view/look.ts'
import type { Gap } from '../../verbs/gaps.ts'
import { count, Empty, EntryLink, Shown } from '../pieces.tsx'
import { addressOf } from '../route.ts'
import { useAsked } from '../use.ts'
import { Decide } from './decide.tsx'

/** What waits for a person, the worst first. */
export function AttentionView(): JSX.Element {
  const attention = useAsked('attention', (source) => source.attention())
  return (
    <>
      <div class="title">
        <h1>Attention</h1>
      </div>
      <Shown of={attention}>{(found) => <Parts of={found} />}</Shown>
    </>
  )
}

function Parts({ of }: { of: Attention & { readonly gaps: readonly Gap[] } }): JSX.Element {
  const { disagreements, stale, dead, faults, drafts, archive, gaps } = of
  const isQuiet = [disagreements, stale, dead, faults, drafts, gaps].every(({ length }) => length === 0)
  return (
    <>
      {isQuiet ? <Empty>Nothing waits for you.</Empty> : null}
      <Part
        title="Disagreements"
        about="Two values for one subject, or rules that cannot both hold."
        of={disagreements}
      />
      <Part title="Questions that found nothing" about="Whoever knows the answer can write it down." of={gaps}>
        {gaps.map((gap) => (
          <GapRow key={gap.question} gap={gap} />
        ))}
      </Part>
      <Part title="Stale" about="Most of what these say was taken out of the code later." of={stale} verdicts />
      <Part title="Dead references" about="What is named and is not there." of={dead} />
      <Part title="Faults" about="What a check of the tree found besides." of={faults} />
      <Part
        title="Drafts"
        about="Nobody has looked at these yet; what agents read first comes first."
        of={drafts}
        verdicts
      />
      <Part title="Archive" about="Out of the tree, and found by a stub until they are restored." of={archive}>
        {archive.map((one) => (
          <ArchivedRow key={one.path} one={one} />
        ))}
      </Part>
    </>
  )
}

type Given = {
  readonly title: string
  readonly about: string
  readonly of: readonly (Concern | Gap | PutAway)[]
  /** Whether each can be decided about where it stands. */
  readonly verdicts?: boolean
  readonly children?: readonly JSX.Element[]
}

function Part({ title, about, of, verdicts = false, children }: Given): JSX.Element | null {
  if (of.length === 0) return null
  const rows =
    children ??
    of.flatMap((one, at) =>
      'detail' in one ? [<ConcernRow key={`${one.at} ${at}`} of={one} verdicts={verdicts} />] : [],
    )
  return (
    <details class="part" open={title !== 'Drafts' && title !== 'Archive'}>
      <summary>
        <h2>{title}</h2> <span class="badge">{of.length === 200 ? '200 and more' : of.length}</span>
      </summary>
      <p class="quiet">{about}</p>
      <ul class="rows">{rows}</ul>
    </details>
  )
}

const ConcernRow = ({ of: { at, title, detail }, verdicts }: { of: Concern; verdicts: boolean }): JSX.Element => (
  <li>
    <span class="name">
      {at.endsWith('.md') && at.includes('/') ? <EntryLink path={at} title={title} /> : <strong>{title}</strong>}
      <small>{detail}</small>
    </span>
    {verdicts ? <Decide path={at} verdicts={['approve', 'deprecate', 'archive']} /> : null}
  </li>
)

const GapRow = ({ gap: { question, times } }: { gap: Gap }): JSX.Element => (
  <li>
    <span class="name">
      <a href={addressOf('search', '', { q: question })}>{question}</a>
      <small>asked {count(times, 'time')}</small>
    </span>
  </li>
)

const ArchivedRow = ({ one: { path, title, at, byItself } }: { one: PutAway }): JSX.Element => (
  <li>
    <span class="name">
      <strong>{title}</strong>
      <small>
        {path}, {at.slice(0, 10)}
        {byItself ? ', forgotten by itself' : ''}
      </small>
    </span>
    <Decide path={path} verdicts={['restore']} />
  </li>
)
