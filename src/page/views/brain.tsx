import type { JSX } from 'preact'
import type { Brain, BrainLayer, BrainNode } from '../../verbs/brain.ts'
import { readable } from '../folders.ts'
import { Badge, count, EntryLink, Shown } from '../pieces.tsx'
import { addressOf } from '../route.ts'
import { useAsked } from '../use.ts'

/** The budgets that agents get unless they ask for others, in tokens. */
const budgets = { layer0: 500, layer1: 1_500, layer2: 2_000, all: 6_000 }

/** What agents are given now, layer by layer, with how much of its budget each takes. */
export function BrainView(): JSX.Element {
  const brain = useAsked('brain', (source) => source.brain())
  return (
    <>
      <div class="title">
        <h1>Brain</h1>
      </div>
      <Shown of={brain}>{(found) => <Layers brain={found} />}</Shown>
    </>
  )
}

function Layers({ brain }: { brain: Brain }): JSX.Element {
  const { layers, document: text, tokenEstimate, tree } = brain
  return (
    <>
      <p class="quiet">
        What an agent is given unasked: {tokenEstimate} of {budgets.all} tokens.{' '}
        {count(layers.archived, 'entry is', 'entries are')} found by searching only.
      </p>
      <Layer name="Layer 0" about="The project in brief." tokens={layers.layer0.tokens} budget={budgets.layer0} />
      <Layer
        name="Layer 1"
        about="What is current."
        tokens={layers.layer1.tokens}
        budget={budgets.layer1}
        layer={layers.layer1}
      />
      <Layer
        name="Layer 2"
        about="What is good to know."
        tokens={layers.layer2.tokens}
        budget={budgets.layer2}
        layer={layers.layer2}
      />
      <details class="part">
        <summary>
          <h2>The document itself</h2>
        </summary>
        <pre class="document" tabIndex={0}>
          {text}
        </pre>
      </details>
      <section class="part">
        <h2>The tree, and what is decided of it</h2>
        <Nodes of={tree} />
      </section>
    </>
  )
}

const roomSaid = ({ items, count: all }: BrainLayer): string =>
  all === 0
    ? 'no entry is in this layer'
    : items.length === all
      ? `${count(all, 'entry', 'entries')}, all of which fit`
      : `${items.length} of ${count(all, 'entry', 'entries')} fit`

type Given = {
  readonly name: string
  readonly about: string
  readonly tokens: number
  readonly budget: number
  readonly layer?: BrainLayer
}

function Layer({ name, about, tokens, budget, layer }: Given): JSX.Element {
  return (
    <section class="part layer">
      <h2>
        {name} <small>{about}</small>
      </h2>
      <div
        class="meter"
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={budget}
        aria-valuenow={Math.min(tokens, budget)}
        aria-valuetext={`${tokens} of ${budget} tokens`}
      >
        <i style={{ width: `${Math.min(100, (tokens / budget) * 100)}%` }} />
      </div>
      <p class="quiet">
        {tokens} of {budget} tokens
        {layer === undefined ? '' : `; ${roomSaid(layer)}`}
      </p>
      {layer === undefined ? null : (
        <ol class="rows">
          {layer.items.map(({ path, title, kind, score, state }) => (
            <li key={path}>
              <span class="name">
                <EntryLink path={path} title={title} />
                <small>{kind}</small>
              </span>
              <span class="badges">
                <small>{score.toFixed(2)}</small>
                <Badge as={state}>{state}</Badge>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const Nodes = ({ of }: { of: readonly BrainNode[] }): JSX.Element => (
  <ul class="nodes">
    {of.map(({ schemaKey, name, itemCount, states, layers, state, children }) => (
      <li key={schemaKey}>
        <a href={addressOf('tree', schemaKey)}>{readable(name)}</a> <Badge as={state}>{state}</Badge>{' '}
        <small>
          {count(itemCount, 'entry', 'entries')}: {states.approved} approved, {states.draft} draft, {states.deprecated}{' '}
          deprecated; {layers.layer1} in layer 1, {layers.layer2} in layer 2
        </small>
        {children.length === 0 ? null : <Nodes of={children} />}
      </li>
    ))}
  </ul>
)
