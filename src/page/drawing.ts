import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY, type Simulation } from 'd3-force'
import { select } from 'd3-selection'
import { zoom, zoomIdentity, type ZoomTransform } from 'd3-zoom'
import type { ConnectionKind } from '../view/connections.ts'

/** The part of a graph that is drawn; edges name nodes by their places. */
export type GraphPart = {
  readonly nodes: readonly { readonly path: string; readonly title: string; readonly lessons: number }[]
  readonly edges: readonly { readonly from: number; readonly to: number; readonly kind: ConnectionKind }[]
  /** The entry that it is about, '' for none. */
  readonly focus: string
}

/** A drawing that goes on until it is ended; `key` tells whether a key meant something to it. */
export type Drawing = { readonly end: () => void; readonly key: (key: string) => boolean }

type Point = {
  x: number
  y: number
  readonly path: string
  readonly title: string
  readonly radius: number
  readonly hue: number
}
type Edge = { source: Point; target: Point; readonly kind: ConnectionKind }

type Told = { readonly open: (path: string) => void; readonly point: (path: string) => void }

/** Draws a graph on a canvas, from a layout by forces; it can be zoomed, dragged, clicked and walked with the keys. */
export function drawGraph(canvas: HTMLCanvasElement, part: GraphPart, told: Told): Drawing {
  const points = pointsOf(part)
  const edges = part.edges.flatMap(({ from, to, kind }): Edge[] => {
    const [source, target] = [points[from], points[to]]
    return source === undefined || target === undefined ? [] : [{ source, target, kind }]
  })
  const state = { view: zoomIdentity, pointed: points.find(({ path }) => path === part.focus) }
  const paint = painter(canvas, { points, edges }, state)
  const simulation = layOut(points, edges, paint)
  const point = (next: Point | undefined): void => {
    if (next === state.pointed) return
    state.pointed = next
    told.point(next?.path ?? '')
    paint()
  }
  const zooming = handle(canvas, { state, simulation, paint, point, open: told.open })
  const resized = new ResizeObserver(paint)
  resized.observe(canvas)
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', paint)
  return {
    end: () => {
      simulation.stop()
      resized.disconnect()
      scheme.removeEventListener('change', paint)
    },
    key: (key) => {
      if (key === '+' || key === '-') zooming(key === '+' ? 1.4 : 1 / 1.4)
      else if (key === 'Enter' && state.pointed !== undefined) told.open(state.pointed.path)
      else if (key.startsWith('Arrow')) point(nearestTowards(key, points, state.pointed))
      else return false
      return true
    },
  }
}

function pointsOf({ nodes }: GraphPart): Point[] {
  const domains = [...new Set(nodes.map(({ path }) => path.split('/')[0] ?? ''))]
  return nodes.map(({ path, title, lessons }, at) => {
    // A sunflower: every node begins in a place of its own, and the same graph always looks the same.
    const [angle, distance] = [at * 2.399963, 9 * Math.sqrt(at + 0.5)]
    const hue = domains.indexOf(path.split('/')[0] ?? '') % 8
    const radius = 3 + Math.min(9, Math.sqrt(lessons))
    return { path, title, radius, hue, x: Math.cos(angle) * distance, y: Math.sin(angle) * distance }
  })
}

function layOut(points: Point[], edges: Edge[], paint: () => void): Simulation<Point, Edge> {
  const simulation = forceSimulation<Point>(points)
    .force('charge', forceManyBody<Point>().strength(-38).distanceMax(320))
    .force('link', forceLink<Point, Edge>(edges).distance(42).strength(0.25))
    .force('x', forceX<Point>(0).strength(0.05))
    .force('y', forceY<Point>(0).strength(0.07))
    .force(
      'collide',
      forceCollide<Point>(({ radius }) => radius + 2),
    )
    .alphaDecay(0.035)
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) return simulation.on('tick', paint)
  simulation.stop().tick(120)
  return simulation
}

type State = { view: ZoomTransform; pointed: Point | undefined }

function painter(
  canvas: HTMLCanvasElement,
  { points, edges }: { points: readonly Point[]; edges: readonly Edge[] },
  state: State,
): () => void {
  let isDue = false
  const draw = (): void => {
    isDue = false
    const context = canvas.getContext('2d')
    if (context === null) return
    const { clientWidth: width, clientHeight: height } = canvas
    const density = devicePixelRatio
    if (canvas.width !== width * density || canvas.height !== height * density)
      Object.assign(canvas, { width: width * density, height: height * density })
    const colours = coloursOf(canvas)
    const { x, y, k } = state.view
    context.setTransform(density, 0, 0, density, 0, 0)
    context.clearRect(0, 0, width, height)
    context.translate(x, y)
    context.scale(k, k)
    paintEdges(context, edges, { colours, state, k })
    paintPoints(context, points, { colours, state, k })
  }
  return () => {
    if (!isDue) requestAnimationFrame(draw)
    isDue = true
  }
}

type Colours = {
  readonly ink: string
  readonly line: string
  readonly surface: string
  readonly edges: Readonly<Record<ConnectionKind, string>>
  readonly hues: readonly string[]
}

function coloursOf(canvas: HTMLCanvasElement): Colours {
  const style = getComputedStyle(canvas)
  const of = (name: string): string => style.getPropertyValue(name).trim()
  return {
    ink: of('--ink'),
    line: of('--line'),
    surface: of('--surface'),
    edges: { names: of('--edge-names'), 'same commit': of('--edge-commit'), 'same file': of('--edge-file') },
    hues: Array.from({ length: 8 }, (_, at) => of(`--hue-${at}`)),
  }
}

type Painting = { readonly colours: Colours; readonly state: State; readonly k: number }

function paintEdges(context: CanvasRenderingContext2D, edges: readonly Edge[], { colours, state, k }: Painting): void {
  for (const kind of ['same file', 'same commit', 'names'] as const) {
    context.strokeStyle = colours.edges[kind]
    context.lineWidth = (kind === 'names' ? 1.6 : 0.8) / k
    context.beginPath()
    for (const { source, target } of edges.filter((edge) => edge.kind === kind)) {
      context.moveTo(source.x, source.y)
      context.lineTo(target.x, target.y)
    }
    context.stroke()
  }
  const { pointed } = state
  if (pointed === undefined) return
  context.strokeStyle = colours.ink
  context.lineWidth = 1.6 / k
  context.beginPath()
  for (const { source, target } of edges.filter((edge) => edge.source === pointed || edge.target === pointed)) {
    context.moveTo(source.x, source.y)
    context.lineTo(target.x, target.y)
  }
  context.stroke()
}

function paintPoints(
  context: CanvasRenderingContext2D,
  points: readonly Point[],
  { colours, state, k }: Painting,
): void {
  for (const one of points) {
    context.beginPath()
    context.arc(one.x, one.y, one.radius, 0, Math.PI * 2)
    context.fillStyle = colours.hues[one.hue] ?? colours.ink
    context.fill()
    context.lineWidth = (one === state.pointed ? 3 : 1) / k
    context.strokeStyle = one === state.pointed ? colours.ink : colours.surface
    context.stroke()
  }
  const isReadable = k > 1.5 || points.length <= 40
  context.font = `${12 / k}px system-ui, sans-serif`
  context.fillStyle = colours.ink
  context.textAlign = 'center'
  for (const one of points.filter((each) => each === state.pointed || (isReadable && each.radius * k > 5)))
    context.fillText(
      one.title.length > 42 ? `${one.title.slice(0, 40)}…` : one.title,
      one.x,
      one.y - one.radius - 4 / k,
    )
}

type Handling = {
  readonly state: State
  readonly simulation: Simulation<Point, Edge>
  readonly paint: () => void
  readonly point: (next: Point | undefined) => void
  readonly open: (path: string) => void
}

/** Follows mouse, finger and wheel; gives what zooms by a factor. */
function handle(canvas: HTMLCanvasElement, { state, simulation, paint, point, open }: Handling): (by: number) => void {
  const behaviour = zoom<HTMLCanvasElement, unknown>()
    .scaleExtent([0.15, 8])
    .on('zoom', ({ transform }: { transform: ZoomTransform }) => {
      state.view = transform
      paint()
    })
  const selected = select(canvas).call(behaviour).on('dblclick.zoom', null)
  const under = (event: MouseEvent): Point | undefined => {
    const { left, top } = canvas.getBoundingClientRect()
    const { x, y, k } = state.view
    const [atX, atY] = [(event.clientX - left - x) / k, (event.clientY - top - y) / k]
    return simulation.find(atX, atY, 14 / k)
  }
  const { clientWidth, clientHeight } = canvas
  const scale = firstScale(simulation.nodes().length, Math.min(clientWidth, clientHeight))
  behaviour.transform(selected, zoomIdentity.translate(clientWidth / 2, clientHeight / 2).scale(scale))
  selected.on('mousemove', (event: MouseEvent) => point(under(event)))
  selected.on('click', (event: MouseEvent) => {
    const found = under(event)
    if (found !== undefined) open(found.path)
  })
  return (by) => behaviour.scaleBy(selected, by)
}

/**
 * How large so many points are drawn at first: all of it is in view, as far as the layout spreads it, and a few of them take
 * the room that there is, since their titles stood one on the other in the middle of it.
 */
export function firstScale(count: number, room: number): number {
  const spread = 22 * Math.sqrt(count)
  return Math.max(0.15, Math.min(2.2, room / (2 * spread)))
}

/** The nearest point in the direction of an arrow key; the first one where none is chosen yet. */
function nearestTowards(key: string, points: readonly Point[], from: Point | undefined): Point | undefined {
  if (from === undefined) return points[0]
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0]
  const distance = ({ x, y }: Point): number => {
    const along = (x - from.x) * (dx ?? 0) + (y - from.y) * (dy ?? 0)
    const aside = Math.abs((x - from.x) * (dy ?? 0)) + Math.abs((y - from.y) * (dx ?? 0))
    return along <= 0 ? Number.POSITIVE_INFINITY : along + aside * 2
  }
  return points.reduce((best, one) => (distance(one) < distance(best) ? one : best), from)
}
