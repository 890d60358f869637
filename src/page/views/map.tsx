import { hierarchy, type HierarchyRectangularNode, treemap, treemapSquarify } from 'd3-hierarchy'
import type { CSSProperties, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CatalogueEntry } from '../../view/catalogue.ts'
import { type Folder, folderAt, folderTree, readable, standingIn } from '../folders.ts'
import { count, Empty, Shown } from '../pieces.tsx'
import { addressOf, type PageRoute, remember } from '../route.ts'
import { useAsked } from '../use.ts'
import { Trail } from './trail.tsx'

/** By what the cells of the map are coloured. */
type Colouring = 'standing' | 'age'

/** The tree as a treemap: each cell as large as it has lessons, coloured by how much holds or how old it is. */
export function MapView({ route }: { route: PageRoute }): JSX.Element {
  const catalogue = useAsked('catalogue', (source) => source.catalogue())
  const by: Colouring = route.query.get('by') === 'age' ? 'age' : 'standing'
  return (
    <>
      <div class="title">
        <h1>Map</h1>
        <label class="choice">
          Colour{' '}
          <select
            value={by}
            onChange={(event) => remember('map', route.path, { by: event.currentTarget.value === 'age' ? 'age' : '' })}
          >
            <option value="standing">what still holds</option>
            <option value="age">age</option>
          </select>
        </label>
      </div>
      <Trail view="map" path={route.path} root="all" />
      <Shown of={catalogue}>
        {({ entries }) => {
          const folder = folderAt(folderTree(entries), route.path)
          return folder === undefined || folder.all.length === 0 ? (
            <Empty>There is nothing here.</Empty>
          ) : (
            <Treemap folder={folder} by={by} />
          )
        }}
      </Shown>
      <Legend by={by} />
    </>
  )
}

/** A cell stands for an entry, or for a folder where an entry would be too small to read. */
type Cell = {
  readonly name: string
  readonly address: string
  readonly group: string
  readonly entries: readonly CatalogueEntry[]
  readonly worth: number
}

type Group = { readonly name: string; readonly address: string; readonly cells: readonly Cell[] }

/** A map of more cells than this is dust: folders stand for what is in them. */
const mostCells = 160

const worthOf = (entries: readonly CatalogueEntry[]): number =>
  entries.reduce(
    (sum, { lessons, statements }) => sum + Math.max(1, lessons.holds + lessons.partly + lessons.past + statements / 4),
    0,
  )

function groupsOf(folder: Folder): readonly Group[] {
  const isCoarse = folder.all.length > mostCells && folder.folders.length > 0
  const entryCell = (entry: CatalogueEntry, group: string): Cell => ({
    name: entry.title,
    address: addressOf('entry', entry.path),
    group,
    entries: [entry],
    worth: worthOf([entry]),
  })
  const folderCell = (inside: Folder, group: string): Cell => ({
    name: readable(inside.name),
    address: addressOf('map', inside.path),
    group,
    entries: inside.all,
    worth: worthOf(inside.all),
  })
  const inner = folder.folders.map((inside): Group => ({
    name: readable(inside.name),
    address: addressOf('map', inside.path),
    cells:
      isCoarse && inside.folders.length > 0
        ? inside.folders.map((one) => folderCell(one, inside.path))
        : isCoarse
          ? [folderCell(inside, inside.path)]
          : inside.all.map((entry) => entryCell(entry, inside.path)),
  }))
  const own = folder.entries.slice(0, mostCells).map((entry) => entryCell(entry, folder.path))
  return own.length === 0 ? inner : [...inner, { name: '', address: '', cells: own }]
}

type Node = { readonly group?: Group; readonly cell?: Cell; readonly children?: readonly Node[] }

/** Room for the name of a group above its cells. */
const nameHeight = 22

/** Gives every cell a place: squarified, the largest first. */
function layOutMap(folder: Folder, width: number, height: number): HierarchyRectangularNode<Node> {
  const data: Node = {
    children: groupsOf(folder).map((group) => ({ group, children: group.cells.map((cell) => ({ cell })) })),
  }
  const sized = hierarchy<Node>(data, ({ children }) => children && [...children])
    .sum(({ cell }) => cell?.worth ?? 0)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const lay = treemap<Node>().tile(treemapSquarify).size([width, height]).paddingInner(3).paddingTop(nameHeight)
  return lay.round(true)(sized)
}

const boxOf = ({ x0, x1, y0, y1 }: Size): CSSProperties => ({
  left: `${x0}px`,
  top: `${y0 - nameHeight}px`,
  width: `${x1 - x0}px`,
  height: `${y1 - y0}px`,
})

function Treemap({ folder, by }: { folder: Folder; by: Colouring }): JSX.Element {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    if (frame.current !== null) watcher.observe(frame.current)
    return () => watcher.disconnect()
  }, [])
  const height = width < 600 ? Math.max(560, width * 1.5) : Math.max(460, Math.min(760, width * 0.62))
  const groups = width === 0 ? [] : (layOutMap(folder, width, height).children ?? [])
  return (
    <div ref={frame} class="treemap" style={{ height: `${height - nameHeight}px` }}>
      {groups.map((group) => (
        <div key={group.data.group?.address ?? ''} class="group">
          <GroupName group={group.data.group} style={{ ...boxOf(group), height: `${nameHeight}px` }} />
          {group.leaves().map((leaf) => {
            const { cell } = leaf.data
            return cell === undefined ? null : <MapCell key={cell.address} cell={cell} by={by} size={leaf} />
          })}
        </div>
      ))}
    </div>
  )
}

const GroupName = ({ group, style }: { group: Group | undefined; style: CSSProperties }): JSX.Element | null =>
  group === undefined || group.name === '' ? null : (
    <a class="group-name" href={group.address} style={style}>
      {group.name}
    </a>
  )

type Size = { readonly x0: number; readonly x1: number; readonly y0: number; readonly y1: number }

function MapCell({ cell, by, size }: { cell: Cell; by: Colouring; size: Size }): JSX.Element {
  const { name, address } = cell
  const { said, shade } = tellCell(cell, by)
  const hasRoom = size.x1 - size.x0 > 62 && size.y1 - size.y0 > 26
  return (
    <a
      class={`cell ${shade}${hasRoom ? '' : ' bare'}`}
      href={address}
      style={boxOf(size)}
      title={said}
      aria-label={said}
    >
      {hasRoom ? <span>{name}</span> : null}
    </a>
  )
}

/** What a cell says, and how it is coloured for it. */
function tellCell({ name, entries }: Cell, by: Colouring): { said: string; shade: string } {
  const { holds, partly, past } = standingIn(entries)
  const lessons = holds + partly + past
  const left = lessons === 0 ? 0 : (holds + partly / 2) / lessons
  const age = Math.round(entries.reduce((sum, entry) => sum + entry.age, 0) / entries.length)
  const standing = lessons === 0 ? '' : `${Math.round(left * 100)} % holds`
  const parts = [
    name,
    entries.length > 1 ? count(entries.length, 'entry', 'entries') : '',
    count(lessons, 'lesson'),
    by === 'age' ? `${count(age, 'day')} old` : standing,
  ]
  const ofStanding = lessons === 0 ? 'plain' : `standing-${Math.round(left * 4)}`
  return { said: parts.filter((part) => part !== '').join(', '), shade: by === 'age' ? ageShade(age) : ofStanding }
}

const ages = [30, 120, 365, 1_000] as const

const ageShade = (age: number): string => `age-${ages.filter((limit) => age > limit).length}`

function Legend({ by }: { by: Colouring }): JSX.Element {
  const shades: readonly (readonly [string, string])[] =
    by === 'age'
      ? [
          ['age-0', 'a month'],
          ['age-1', 'four months'],
          ['age-2', 'a year'],
          ['age-3', 'three years'],
          ['age-4', 'older'],
        ]
      : [
          ['standing-4', 'all holds'],
          ['standing-3', 'most'],
          ['standing-2', 'half'],
          ['standing-1', 'little'],
          ['standing-0', 'nothing'],
          ['plain', 'no lessons'],
        ]
  return (
    <p class="legend">
      {shades.map(([shade, name]) => (
        <span key={shade}>
          <i class={`cell ${shade}`} /> {name}
        </span>
      ))}
    </p>
  )
}
