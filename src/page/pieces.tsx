import type { ComponentChildren, CSSProperties, JSX } from 'preact'
import type { CatalogueEntry, StandingCounts, BrainTier } from '../view/catalogue.ts'
import { inlineMarkdown, markdown, titleMarkdown } from './markdown.ts'
import { addressOf } from './route.ts'
import type { PageFault } from './source.ts'
import type { Asked } from './use.ts'

/** Shows what was asked for once it is there; until then that it is coming, or why it is not. */
export function Shown<Value>({
  of,
  children,
}: {
  of: Asked<Value>
  children: (value: Value) => ComponentChildren
}): JSX.Element {
  if (of.fault !== undefined) return <Refused of={of.fault} />
  if (of.value === undefined) return <p class="quiet loading">One moment …</p>
  return <>{children(of.value)}</>
}

/** A refusal of the server, as people read it: what was wrong, and how to go on. */
export function Refused({ of: { message, hint } }: { of: PageFault }): JSX.Element {
  return (
    <p class="fault" role="alert">
      {message}
      {hint === '' ? null : <span class="hint"> {hint}</span>}
    </p>
  )
}

/** A text of somebody's within a line. */
export const InlineText = ({ text }: { text: string }): JSX.Element => (
  <span dangerouslySetInnerHTML={inlineMarkdown(text)} />
)

/** The same without links, for what is one itself. */
export const Title = ({ text }: { text: string }): JSX.Element => <span dangerouslySetInnerHTML={titleMarkdown(text)} />

/** A text of somebody's in paragraphs. */
export const Prose = ({ text }: { text: string }): JSX.Element => (
  <div class="prose" dangerouslySetInnerHTML={markdown(text)} />
)

/** A word in a coloured box; `as` names its class in `page.css`. */
export const Badge = ({ as, children }: { as: string; children: ComponentChildren }): JSX.Element => (
  <span class={`badge ${as}`}>{children}</span>
)

type Standing = Pick<CatalogueEntry, 'state' | 'status'>

/** Whether an entry holds, as a badge. */
export const StateBadge = ({ of: { state, status } }: { of: Standing }): JSX.Element => {
  const named = status === 'superseded' ? status : state
  return <Badge as={named}>{named}</Badge>
}

const tierTitles = {
  1: 'Current: agents are told of it first',
  2: 'Good to know: agents are told of it where there is room',
  3: 'Found by searching only',
} as const

/** In which layer of the brain an entry stands, explained where somebody points at it. */
export const TierBadge = ({ tier }: { tier: BrainTier }): JSX.Element => (
  <span class={`badge tier tier-${tier}`} title={tierTitles[tier]}>
    layer {tier}
  </span>
)

/** How many lessons there are, and how much of them still holds. */
export function StandingBar({ of: { holds, partly, past } }: { of: StandingCounts }): JSX.Element | null {
  const all = holds + partly + past
  if (all === 0) return null
  const said = `${holds} of ${all} hold${partly === 0 ? '' : `, ${partly} partly`}${past === 0 ? '' : `, ${past} no longer`}`
  const width = (count: number): CSSProperties => ({ width: `${(count / all) * 100}%` })
  return (
    <span class="standing" role="img" aria-label={said} title={said}>
      <i class="holds" style={width(holds)} />
      <i class="partly" style={width(partly)} />
      <i class="past" style={width(past)} />
    </span>
  )
}

/** A commit's first eight characters; nothing for ''. */
export const CommitHash = ({ hash }: { hash: string }): JSX.Element | null =>
  hash === '' ? null : <code class="commit">{hash.slice(0, 8)}</code>

/** A link to an entry's page, by its title. */
export const EntryLink = ({ path, title }: { path: string; title: string }): JSX.Element => (
  <a href={addressOf('entry', path)}>
    <Title text={title} />
  </a>
)

/** What stands where a list has nothing. */
export const Empty = ({ children }: { children: ComponentChildren }): JSX.Element => <p class="empty">{children}</p>

/** What joins the parts of a line that are there. */
export const dotted = (parts: readonly ComponentChildren[]): ComponentChildren =>
  parts
    .filter((part) => part !== '' && part !== null && part !== undefined && part !== false)
    .map((part, at) => (
      <span key={at} class="part">
        {part}
      </span>
    ))

/** Counts things in words, with commas between thousands. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

/** A part of a page with a heading; nothing where there is nothing to say. */
export const Part = ({
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
