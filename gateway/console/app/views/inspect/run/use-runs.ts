import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../../../api/api-error.ts'
import { type Inspected, inspect } from '../../../api/inspect.ts'
import { givenValues, requestOf, type Values } from '../../../api/inspection-request.ts'
import { asApiError } from '../../../state/resource.ts'
import { recallAnswer, rememberAnswer } from './answers.ts'
import { type Call, placeOf, placeOfAll } from './plan.ts'

/** Where a check is. */
export type RunState =
  | { readonly kind: 'running'; readonly startedAt: number }
  | { readonly kind: 'done'; readonly answer: Inspected; readonly values: Values }
  | { readonly kind: 'failed'; readonly error: ApiError }

/** States by check; one that was not run, or was cancelled, has none. */
export type RunStates = Readonly<Record<string, RunState>>

/** The checks of this view: what they came to, and how to start and cancel them. */
export interface Runs {
  readonly states: RunStates
  /** Runs these checks, in place of all that were shown. */
  start(calls: readonly Call[], isFresh: boolean): void
  /** Runs one check again beside the others. */
  retry(call: Call): void
  cancel(): void
}

/** Runs checks side by side. Whoever comes back to the address of a response sees it again. `calls`: those of the address. */
export function useRuns(calls: readonly Call[]): Runs {
  const place = placeOfAll(calls)
  const [states, setStates] = useState<RunStates>(() => recalled(calls))
  const running = useRef(new Map<string, AbortController>())
  const shown = useRef(place)
  const abort = () => {
    for (const one of running.current.values()) one.abort()
    running.current.clear()
  }
  useEffect(() => abort, [])
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    abort()
    setStates(recalled(calls))
  }, [place])
  const run = (call: Call, isFresh: boolean): RunState => {
    const { name } = call.operation
    const own = new AbortController()
    running.current.get(name)?.abort()
    running.current.set(name, own)
    const finish = (next: RunState) => {
      if (running.current.get(name) !== own) return
      running.current.delete(name)
      setStates((before) => ({ ...before, [name]: next }))
    }
    inspect(requestOf(call.operation, call.values), isFresh, own.signal).then(
      (answer) => finish(remembered(call, answer)),
      (error) => finish({ kind: 'failed', error: asApiError(error) }),
    )
    return { kind: 'running', startedAt: Date.now() }
  }
  return {
    states,
    start(wanted, isFresh) {
      abort()
      shown.current = placeOfAll(wanted)
      setStates(Object.fromEntries(wanted.map((call) => [call.operation.name, run(call, isFresh)])))
    },
    retry(call) {
      const next = run(call, false)
      setStates((before) => ({ ...before, [call.operation.name]: next }))
    },
    cancel() {
      abort()
      setStates(ended)
    },
  }
}

/** The states without the checks that are under way. */
function ended(states: RunStates): RunStates {
  return Object.fromEntries(Object.entries(states).filter(([, { kind }]) => kind !== 'running'))
}

function recalled(calls: readonly Call[]): RunStates {
  return Object.fromEntries(
    calls.flatMap((call) => {
      const known = recallAnswer(placeOf(call))
      return known === null ? [] : [[call.operation.name, { kind: 'done', ...known }] as const]
    }),
  )
}

function remembered(call: Call, answer: Inspected): RunState {
  const values = givenValues(call.operation, call.values)
  rememberAnswer(placeOf(call), { answer, values })
  return { kind: 'done', answer, values }
}
