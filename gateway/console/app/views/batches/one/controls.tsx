import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { BatchState } from '#shared/ports/batches.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { type CallOptions, callJson } from '../../../api/client.ts'
import { hrefOf } from '../../../state/address.ts'
import { asApiError } from '../../../state/resource.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Confirm } from '../../../ui/form/dialog.tsx'
import { formatCount } from '../../../ui/format.ts'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { type Batch, isOver } from '../batch.ts'
import { pathOf } from '../calls.tsx'

type Act = (method: NonNullable<CallOptions['method']>, part?: string) => void

/** The state of a batch, and what can be done with it. `changed` is called after each change. */
export function Controls({ batch, changed }: { batch: Batch; changed(): void }) {
  const { id } = batch
  const report = useFocusAtEnd(isOver(batch))
  return (
    <StateAndButtons batch={batch} changed={changed}>
      <a ref={report} class="button" href={hrefOf(['batches', id, 'report'])}>
        Report
      </a>
    </StateAndButtons>
  )
}

interface StateAndButtonsProps {
  readonly batch: Batch
  readonly children?: ComponentChildren
  changed(): void
}

/** The state of a batch, further buttons, and until its end those that start, pause and end it. */
export function StateAndButtons({ batch, changed, children }: StateAndButtonsProps) {
  const { id, state } = batch
  const { act, error } = useAction(id, changed)
  return (
    <>
      <div class="row">
        <span role="status" class="batch-state">
          <Badge word={state} text={state} />
        </span>
        {children}
        {!isOver(batch) && <MoveButton state={state} act={act} />}
        {!isOver(batch) && <CancelButton batch={batch} act={act} />}
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </>
  )
}

/** What each state that is not over can be left by. */
const moves = {
  open: ['start', 'Start'],
  running: ['pause', 'Pause'],
  paused: ['resume', 'Resume'],
} as const

function MoveButton({ state, act }: { state: BatchState; act: Act }) {
  if (!(state in moves)) return null
  const [part, text] = moves[state as keyof typeof moves]
  return (
    <button type="button" onClick={() => act('POST', part)}>
      {text}
    </button>
  )
}

/** When the batch ends, its buttons go: the focus that one of them had moves on to the element of the returned reference. */
function useFocusAtEnd(hasEnded: boolean) {
  const next = useRef<HTMLAnchorElement>(null)
  const had = useRef(hasEnded)
  useEffect(() => {
    if (hasEnded && !had.current && document.activeElement === document.body) next.current?.focus()
    had.current = hasEnded
  }, [hasEnded])
  return next
}

function CancelButton({ batch, act }: { batch: Batch; act: Act }) {
  const [isAsking, setAsking] = useState(false)
  const { waiting, running } = batch.counts
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        Cancel
      </button>
      {isAsking && (
        <Confirm
          title="Cancel this batch?"
          action="Cancel the batch"
          confirm={() => act('DELETE')}
          close={() => setAsking(false)}
        >
          <p>
            {formatCount(waiting + running)} of its pages have not ended: they are dropped, and this cannot be
            undone. The results that are there stay.
          </p>
        </Confirm>
      )}
    </>
  )
}

/** Calls for a change of the batch, one at a time. */
function useAction(id: string, changed: () => void) {
  const isBusy = useRef(false)
  const [error, setError] = useState<ApiError | null>(null)
  const act: Act = (method, part = '') => {
    if (isBusy.current) return
    isBusy.current = true
    setError(null)
    callJson<Batch>(pathOf(id, part), { method })
      .then(changed, (problem) => setError(asApiError(problem)))
      .finally(() => {
        isBusy.current = false
      })
  }
  return { act, error }
}
