import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { EntrySource } from '../../verbs/edit.ts'
import { Refused } from '../pieces.tsx'
import type { Live, PageFault } from '../source.ts'
import { faultOf, usePage } from '../use.ts'
import { useDoing } from './decide.tsx'

/** Edits an entry where it stands. It is asked for once: what others save meanwhile must not overwrite what is typed. */
export function EditEntry({ path, done }: { path: string; done: () => void }): JSX.Element | null {
  const { source } = usePage()
  const [read, setRead] = useState<EntrySource>()
  const [fault, setFault] = useState<PageFault>()
  useEffect(() => {
    source.live?.text(path).then(setRead, (error: unknown) => setFault(faultOf(error)))
  }, [path])
  if (fault !== undefined)
    return (
      <>
        <Refused of={fault} />
        <button type="button" onClick={done}>
          Back
        </button>
      </>
    )
  if (read === undefined || source.live === undefined) return <p class="quiet loading">One moment …</p>
  return <Editor read={read} live={source.live} done={done} />
}

function Editor({ read, live, done }: { read: EntrySource; live: Live; done: () => void }): JSX.Element {
  const [text, setText] = useState(read.text)
  const [version, setVersion] = useState(read.version)
  const [theirs, setTheirs] = useState<EntrySource>()
  const { doing, fault, run } = useDoing()
  const save = (as: string): void =>
    run(async () => {
      const edited = await live.save({ path: read.path, text, version: as })
      if (edited.how === 'conflict') setTheirs(edited)
      else done()
    })
  const settle = (found: EntrySource, whose: 'theirs' | 'ours'): void => {
    if (whose === 'theirs') setText(found.text)
    setVersion(found.version)
    setTheirs(undefined)
    if (whose === 'ours') save(found.version)
  }
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault()
        save(version)
      }}
    >
      {theirs === undefined ? null : (
        <Conflict theirs={theirs} take={() => settle(theirs, 'theirs')} keep={() => settle(theirs, 'ours')} />
      )}
      <label>
        {theirs === undefined ? 'The entry as it is written' : 'Yours'}
        <textarea value={text} spellcheck rows={26} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      {fault === undefined ? null : <Refused of={fault} />}
      <Saving isHeld={doing || theirs !== undefined} cancel={done} />
    </form>
  )
}

const Saving = ({ isHeld, cancel }: { isHeld: boolean; cancel: () => void }): JSX.Element => (
  <p class="actions">
    <button type="submit" class="main" disabled={isHeld}>
      Save
    </button>
    <button type="button" onClick={cancel}>
      Cancel
    </button>
    <small>Saving makes a commit on the knowledge branch, as an edit by hand does.</small>
  </p>
)

/** Somebody else saved the entry meanwhile: nothing was written, and both texts are there. */
const Conflict = ({ theirs, take, keep }: { theirs: EntrySource; take: () => void; keep: () => void }): JSX.Element => (
  <div class="conflict" role="alert">
    <p>
      <strong>Somebody changed this entry while you edited it.</strong> Nothing was saved yet. Take over into yours what
      you want to keep of theirs, then save yours over it; theirs stays in the history.
    </p>
    <label>
      Theirs
      <textarea readOnly rows={14} value={theirs.text} />
    </label>
    <p class="actions">
      <button type="button" class="main" onClick={keep}>
        Save mine over it
      </button>
      <button type="button" onClick={take}>
        Take theirs
      </button>
    </p>
  </div>
)
