import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Refused } from '../pieces.tsx'
import type { PageFault, Verdict } from '../source.ts'
import { faultOf, usePage } from '../use.ts'

const said: Readonly<Record<Verdict, string>> = {
  approve: 'Approve',
  deprecate: 'Deprecate',
  archive: 'Archive',
  restore: 'Restore',
}

/** Buttons by which a person decides about an entry; nothing where the page cannot write. */
export function Decide({ path, verdicts }: { path: string; verdicts: readonly Verdict[] }): JSX.Element | null {
  const { doing, fault, run } = useDoing()
  const { source } = usePage()
  const { live } = source
  if (live === undefined) return null
  return (
    <span class="decide">
      {verdicts.map((verdict) => (
        <button
          key={verdict}
          type="button"
          disabled={doing}
          aria-label={`${said[verdict]} ${path}`}
          onClick={() => run(async () => await live.decide(path, verdict))}
        >
          {said[verdict]}
        </button>
      ))}
      {fault === undefined ? null : <Refused of={fault} />}
    </span>
  )
}

/** Does one thing at a time, and has everything that is shown asked for anew once it is done. */
export function useDoing(): {
  readonly doing: boolean
  readonly fault: PageFault | undefined
  readonly run: (act: () => Promise<void>) => void
} {
  const { changed } = usePage()
  const [doing, setDoing] = useState(false)
  const [fault, setFault] = useState<PageFault>()
  const run = (act: () => Promise<void>): void => {
    setDoing(true)
    setFault(undefined)
    act()
      .then(changed, (error: unknown) => setFault(faultOf(error)))
      .finally(() => setDoing(false))
  }
  return { doing, fault, run }
}
