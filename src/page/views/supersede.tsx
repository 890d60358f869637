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
      <EntryField value={by} onInput={setBy} />
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

/** So many entries are offered while one types. */
const mostOffered = 2_000

function EntryField({ value, onInput }: { value: string; onInput: (value: string) => void }): JSX.Element {
  const catalogue = useAsked('catalogue', (from) => from.catalogue())
  return (
    <>
      <label>
        By which entry?{' '}
        <input
          list="entries"
          required
          autoFocus
          value={value}
          placeholder="domain/topic/entry.md"
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </label>
      <datalist id="entries">
        {(catalogue.value?.entries ?? []).slice(0, mostOffered).map(({ path, title }) => (
          <option key={path} value={path}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  )
}
