import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiError } from '../api/api-error.ts'
import { callJson } from '../api/client.ts'
import { useKey } from '../state/api-key.ts'
import { keyUsage, triedKey } from '../state/key-usage.ts'
import { asApiError } from '../state/resource.ts'
import type { Usage } from '../views/keys/usage-lines.ts'

/** A key that is tried: `error` says why it cannot be used. */
export interface KeyTrial {
  readonly isTrying: boolean
  readonly error: ApiError | null
  /** Asks the service what the key may do, and uses it when it is good. It is not stored before. */
  start(key: string): void
  /** Forgets what the last trial came to, and ends one that is under way. */
  reset(): void
}

/** Tries keys, one at a time, by `GET /usage`, which costs nothing. */
export function useKeyTrial(): KeyTrial {
  const [state, setState] = useState<{ isTrying: boolean; error: ApiError | null }>(idle)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  const reset = () => {
    current.current?.abort()
    current.current = null
    setState(idle)
  }
  const start = (key: string) => {
    reset()
    const ending = new AbortController()
    current.current = ending
    setState({ isTrying: true, error: null })
    callJson<Usage>('usage', { key, signal: ending.signal }).then(
      (usage) => ending.signal.aborted || use(key, usage),
      (error) => ending.signal.aborted || setState({ isTrying: false, error: asApiError(error) }),
    )
  }
  return { ...state, start, reset }
}

const idle = { isTrying: false, error: null }

function use(key: string, usage: Usage): void {
  keyUsage.value = usage
  triedKey.value = usage
  useKey(key)
}
