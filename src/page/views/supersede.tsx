import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Refused } from '../pieces.tsx'
import { useAsked, usePage } from '../use.ts'
import { useDoing } from './decide.tsx'

/** Names the entry that took another's place. */
export function Supersede({ path }: { path: string }): JSX.Element {
  const [open, setOpen] = useState(false)
  return open ? (
    <SupersedeForm path={path} done={() => setOpen(false)} />
  ) : (
    <button type="button" onClick={() => setOpen(true)}>
      Superseded …
    </button>
  )
}

function SupersedeForm({ path, done }: { path: string; done: () => void }): JSX.Element {
  const { source } = usePage()
  const catalogue = useAsked('catalogue', (from) => from.catalogue())
  const [by, setBy] = useState('')
  const { doing, fault, run } = useDoing()
  return (
    <form
      class="supersede"
      onSubmit={(event) => {
        event.preventDefault()
        run(async () => {
          await source.live?.decide(path, 'deprecate', by)
          done()
        })
      }}
    >
      <label>
        By which entry?{' '}
        <input
          list="entries"
          required
          autoFocus
          value={by}
          placeholder="domain/topic/entry.md"
          onInput={(event) => setBy(event.currentTarget.value)}
        />
      </label>
      <datalist id="entries">
        {(catalogue.value?.entries ?? []).slice(0, 2_000).map((entry) => (
          <option key={entry.path} value={entry.path}>
            {entry.title}
          </option>
        ))}
      </datalist>
      <button type="submit" class="main" disabled={doing}>
        Save
      </button>
      <button type="button" onClick={done}>
        Cancel
      </button>
      {fault === undefined ? null : <Refused of={fault} />}
    </form>
  )
}
