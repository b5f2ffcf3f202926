import { useEffect, useMemo, useRef } from 'preact/hooks'
import { formatMs } from '../../../ui/format.ts'
import type { CheckResult } from '../results/results.ts'
import { failureGroups } from '../run/failure-groups.ts'
import type { Call } from '../run/plan.ts'
import type { RunStates } from '../run/use-runs.ts'
import { ResultPage } from '../tabs/result-page.tsx'
import { CodePanel } from './code-panel.tsx'
import { Failures } from './failures.tsx'
import { Working } from './working.tsx'

interface OutcomeProps {
  readonly calls: readonly Call[]
  readonly states: RunStates
  readonly pending: readonly string[]
  readonly isFresh: boolean
  retry(call: Call): void
}

/** What the checks came to so far, the code of their calls, and what failed. */
export function Outcome({ calls, states, pending, isFresh, retry }: OutcomeProps) {
  const byCheck = useMemo(() => resultsByCheck(states), [states])
  const code = <CodePanel calls={calls} isFresh={isFresh} byCheck={byCheck} />
  const groups = failureGroups(states)
  const names = Object.keys(states)
  const box = useRef<HTMLDivElement>(null)
  const isPending = pending.length > 0
  useEffect(() => {
    if (isPending) showOnPhone(box.current)
  }, [isPending])
  if (names.length === 0) {
    return (
      <div class="stack">
        <p class="muted">Nothing yet. Enter a URL.</p>
        <details class="panel">
          <summary>Call it from code</summary>
          {code}
        </details>
      </div>
    )
  }
  const isAllFailed = groups.reduce((sum, { checks }) => sum + checks.length, 0) === names.length
  const again = (failed: readonly string[]) =>
    calls.filter(({ operation }) => failed.includes(operation.name)).forEach(retry)
  const failures = <Failures groups={groups} isNamed={names.length > 1} retry={again} />
  return (
    <div class="stack results" ref={box}>
      <Progress states={states} pending={pending} />
      {isAllFailed ? (
        <>
          {failures}
          {code}
        </>
      ) : (
        <ResultPage
          checks={names.filter((name) => states[name]?.kind !== 'failed')}
          byCheck={byCheck}
          pending={pending}
          failures={failures}
          code={code}
        />
      )}
    </div>
  )
}

/** One line: what is under way, or how the results came. */
function Progress({ states, pending }: Pick<OutcomeProps, 'states' | 'pending'>) {
  const starts = Object.values(states).flatMap((one) => (one.kind === 'running' ? [one.startedAt] : []))
  if (pending.length > 0) return <Working checks={pending} startedAt={Math.min(...starts)} />
  const answers = Object.values(states).flatMap((one) => (one.kind === 'done' ? [one.answer] : []))
  if (answers.length === 0) return null
  const cached = answers.filter(({ isCached }) => isCached).length
  const from = cached === 0 ? 'New' : cached === answers.length ? 'From the cache' : 'In part from the cache'
  return (
    <p class="small" role="status">
      {from}, in {formatMs(Math.max(...answers.map(({ ms }) => ms)))}.
    </p>
  )
}

function resultsByCheck(states: RunStates): Readonly<Record<string, CheckResult>> {
  return Object.fromEntries(
    Object.entries(states).flatMap(([name, state]) =>
      state.kind === 'done'
        ? [[name, { result: state.answer.result, parameters: state.values }] as const]
        : [],
    ),
  )
}

/** On a phone the result begins where the screen does: the form is above it. What the keys on the screen covered is free again. */
function showOnPhone(element: HTMLElement | null): void {
  if (element === null || !matchMedia('(width < 48rem)').matches) return
  const { activeElement } = document
  if (matchMedia('(pointer: coarse)').matches && activeElement instanceof HTMLInputElement)
    activeElement.blur()
  element.scrollIntoView()
}
