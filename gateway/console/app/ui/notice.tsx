import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ApiError } from '../api/api-error.ts'
import { type Explanation, explain } from '../api/remedies.ts'
import { formatMs } from './format.ts'
import { PageText } from './page/page-text.tsx'

interface ErrorNoticeProps {
  readonly error: ApiError
  /** Adds a button. */
  readonly retry?: (() => void) | undefined
  /** What the error means here; default: what it means everywhere. */
  readonly explanation?: Explanation
}

/** A failure: what happened, what to do, and the id under which the service's log has it. */
export function ErrorNotice({ error, retry, explanation = explain(error) }: ErrorNoticeProps) {
  const { title, remedy } = explanation
  return (
    <div class="notice bad" role="alert">
      <strong>{title}.</strong>{' '}
      {error.message !== title && (
        <span>
          <PageText text={sentence(error.message)} max={1000} />{' '}
        </span>
      )}
      <span>{remedy}</span>
      <ErrorDetails error={error} />
      {error.retryAfter !== null && <Countdown seconds={error.retryAfter} />}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}

function ErrorDetails({ error }: { error: ApiError }) {
  return (
    <p class="small">
      <code>{error.code}</code>
      {error.status > 0 && <> · status {error.status}</>}
      {error.requestId !== null && (
        <>
          {' '}
          · request <code>{error.requestId}</code>
        </>
      )}
    </p>
  )
}

/** The time until a limit is renewed, second by second. */
function Countdown({ seconds }: { seconds: number }) {
  const [end] = useState(() => Date.now() + seconds * 1000)
  const left = Math.max(0, Math.ceil((end - useNow(1000)) / 1000))
  return (
    <p class="small">
      {left === 0 ? 'You can try again now.' : `Possible again in ${formatMs(left * 1000)}.`}
    </p>
  )
}

/** The current time in milliseconds, renewed each `intervalMs`. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}

/** Whole seconds since a time in milliseconds, never below 0. */
export function useSecondsSince(startedAt: number): number {
  return Math.max(0, Math.floor((useNow(1000) - startedAt) / 1000))
}

function sentence(text: string): string {
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`
}

/** A remark that is no failure. */
export function Remark({
  kind = 'info',
  children,
}: {
  kind?: 'info' | 'warn' | 'good'
  children: ComponentChildren
}) {
  return <div class={`notice ${kind}`}>{children}</div>
}

/** The place of something that is loaded: grey lines of about its height, so that nothing moves when it comes. */
export function Skeleton({ lines = 4, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div class="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  )
}

/** What stands where a list is empty: why, and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  )
}
