import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../../api/api-error.ts'
import { type Inspected, inspect } from '../../api/inspect.ts'
import { givenValues, requestOf, type Values } from '../../api/inspection-request.ts'
import type { FormOperation } from '../../api/operation-fields.ts'
import { asApiError } from '../../state/resource.ts'
import { recallAnswer, rememberAnswer } from './answers.ts'
import { placeOf } from './run-address.ts'

type RunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly startedAt: number }
  | { readonly kind: 'done'; readonly answer: Inspected; readonly values: Values }
  | { readonly kind: 'failed'; readonly error: ApiError }

/** An inspection of this view: what it came to, and how to start and cancel it. */
export interface Run {
  readonly state: RunState
  /** The messages of the parameters that the service refused, by name. */
  readonly problems: Readonly<Record<string, string>>
  start(values: Values, isFresh: boolean): void
  cancel(): void
}

/** Runs inspections, one at a time. Whoever comes back to the address of an answer sees it again. `values`: of the address. */
export function useRun(operation: FormOperation, values: Values): Run {
  const place = placeOf(operation, values)
  const [state, setState] = useState<RunState>(() => recalled(place))
  const current = useRef<AbortController | null>(null)
  const shown = useRef(place)
  useEffect(() => () => current.current?.abort(), [])
  const show = (next: RunState, running: AbortController | null = null) => {
    current.current?.abort()
    current.current = running
    setState(next)
  }
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    show(recalled(place))
  }, [place])
  return {
    state,
    problems: state.kind === 'failed' ? state.error.fields : {},
    start(wanted, isFresh) {
      const running = new AbortController()
      shown.current = placeOf(operation, wanted)
      show({ kind: 'running', startedAt: Date.now() }, running)
      const finish = (next: RunState) => current.current === running && show(next)
      inspect(requestOf(operation, wanted), isFresh, running.signal).then(
        (answer) => finish(remembered(operation, wanted, answer)),
        (error) => finish({ kind: 'failed', error: asApiError(error) }),
      )
    },
    cancel: () => show({ kind: 'idle' }),
  }
}

function recalled(place: string): RunState {
  const known = recallAnswer(place)
  return known === null ? { kind: 'idle' } : { kind: 'done', ...known }
}

function remembered(operation: FormOperation, wanted: Values, answer: Inspected): RunState {
  const values = givenValues(operation, wanted)
  rememberAnswer(placeOf(operation, values), { answer, values })
  return { kind: 'done', answer, values }
}
