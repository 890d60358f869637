import type { JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { KnowledgeGraph } from '../../view/connections.ts'
import { drawGraph, type Drawing, type GraphPart } from '../drawing.ts'
import { count, Empty, EntryLink, Shown } from '../pieces.tsx'
import { addressOf, type PageRoute } from '../route.ts'
import { useAsked } from '../use.ts'
import { Trail } from './trail.tsx'

/** What belongs together: entries as points, and between them relations, commits and files in common. */
export function GraphView({ route: { path } }: { route: PageRoute }): JSX.Element {
  const graph = useAsked('graph', (source) => source.graph())
  return (
    <>
      <div class="title">
        <h1>Graph</h1>
      </div>
      <Trail view="graph" path={path} root="all" />
      <Shown of={graph}>
        {(whole) => {
          const part = partOf(whole, path)
          return part.nodes.length === 0 ? (
            <Empty>There is nothing here.</Empty>
          ) : (
            <Drawn key={path} part={part} left={path === '' ? whole.left : 0} />
          )
        }}
      </Shown>
    </>
  )
}

/** Of a folder its entries; of an entry itself and its neighbours; of everything all. */
function partOf({ nodes, edges }: KnowledgeGraph, path: string): GraphPart {
  const isEntry = path.endsWith('.md')
  const at = nodes.findIndex((node) => node.path === path)
  const near = new Set(isEntry ? [at, ...edges.flatMap(([a, b]) => (a === at ? [b] : b === at ? [a] : []))] : [])
  const isIn = (index: number): boolean =>
    isEntry ? near.has(index) : path === '' || nodes[index]?.path.startsWith(`${path}/`) === true
  const chosen = nodes.flatMap((node, index) => (isIn(index) ? [{ ...node, index }] : []))
  const places = new Map(chosen.map(({ index }, place) => [index, place]))
  return {
    nodes: chosen,
    edges: edges.flatMap(([a, b, kind]) => {
      const [from, to] = [places.get(a), places.get(b)]
      return from === undefined || to === undefined ? [] : [{ from, to, kind }]
    }),
    focus: isEntry ? path : '',
  }
}

function Drawn({ part, left }: { part: GraphPart; left: number }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef<Drawing | undefined>(undefined)
  const [hovered, setHovered] = useState<string>('')
  const signature = useMemo(() => part.nodes.map(({ path }) => path).join('\n') + part.edges.length, [part])
  useEffect(() => {
    if (canvas.current === null) return undefined
    const drawn = drawGraph(canvas.current, part, {
      open: (path) => {
        location.hash = addressOf('entry', path)
      },
      point: setHovered,
    })
    drawing.current = drawn
    return drawn.end
  }, [signature])
  const title = part.nodes.find(({ path }) => path === hovered)?.title ?? ''
  return (
    <>
      <canvas
        ref={canvas}
        tabIndex={0}
        role="img"
        aria-label={`${count(part.nodes.length, 'entry', 'entries')} and ${count(part.edges.length, 'connection')}. The arrow keys go from entry to entry, enter opens one, plus and minus zoom; the list below names them all.`}
        onKeyDown={(event) => {
          if (drawing.current?.key(event.key) === true) event.preventDefault()
        }}
      />
      <GraphLegend title={title} />
      {left === 0 ? null : <p class="quiet">{count(left, 'entry', 'entries')} that say less are left out.</p>}
      <NodeList part={part} />
    </>
  )
}

const GraphLegend = ({ title }: { title: string }): JSX.Element => (
  <p class="legend" role="status">
    {title === '' ? (
      <>
        <span>
          <i class="edge names" /> names
        </span>
        <span>
          <i class="edge commit" /> same commit
        </span>
        <span>
          <i class="edge file" /> same file
        </span>
        <span class="quiet">Drag to move, scroll to zoom.</span>
      </>
    ) : (
      <strong>{title}</strong>
    )}
  </p>
)

/** So many entries are listed below the picture. */
const mostListed = 400

const NodeList = ({ part }: { part: GraphPart }): JSX.Element => (
  <details class="part">
    <summary>
      <h2>As a list</h2>
    </summary>
    <ul class="list columns">
      {part.nodes.slice(0, mostListed).map(({ path, title: name }) => (
        <li key={path}>
          <EntryLink path={path} title={name} />
        </li>
      ))}
    </ul>
  </details>
)
