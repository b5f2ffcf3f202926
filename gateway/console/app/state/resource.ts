import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../api/api-error.ts'

/** What is loaded: `data` stays while it is loaded again. */
export interface Resource<T> {
  readonly data: T | null
  readonly error: ApiError | null
  readonly isLoading: boolean
  /** Loads it again now. */
  reload(): void
}

export interface ResourceOptions<T> {
  /** Names what is loaded; another one is loaded anew. */
  readonly key: string
  /** Milliseconds until the next load, by what is there; null = no further load. A load that failed is repeated likewise. */
  pollMs?(data: T | null): number | null
}

interface Loaded<T> {
  readonly key: string
  readonly data: T | null
  readonly error: ApiError | null
  readonly isLoading: boolean
}

/** Loads something when a view opens, and again and again with `pollMs`. Leaving the view ends it. */
export function useResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  { key, pollMs }: ResourceOptions<T>,
): Resource<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ key, data: null, error: null, isLoading: true })
  const [round, setRound] = useState(0)
  const last = useRef<T | null>(null)
  useEffect(() => {
    last.current = loaded.key === key ? loaded.data : null
    setLoaded({ key, data: last.current, error: null, isLoading: true })
    return repeat(load, (data, error) => {
      last.current = data ?? last.current
      setLoaded({ key, data: last.current, error, isLoading: false })
      return error === null || isTemporary(error) ? (pollMs?.(last.current) ?? null) : null
    })
  }, [key, round])
  const data = loaded.key === key ? loaded.data : null
  return { ...loaded, data, reload: () => setRound((count) => count + 1) }
}

/**
 * Loads until `next` answers null; it answers the milliseconds until the next load. Returns the function that ends it.
 */
function repeat<T>(
  load: (signal: AbortSignal) => Promise<T>,
  next: (data: T | null, error: ApiError | null) => number | null,
): () => void {
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = (ms: number | null) => {
    if (ms !== null) timer = setTimeout(run, ms)
  }
  const run = () => {
    load(ending.signal).then(
      (data) => ending.signal.aborted || schedule(next(data, null)),
      (error) => ending.signal.aborted || schedule(next(null, asApiError(error))),
    )
  }
  run()
  return () => {
    ending.abort()
    clearTimeout(timer)
  }
}

/** Any failure as an ApiError. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new ApiError(message, { code: 'UNEXPECTED', status: 0 })
}

/** Whether a retry may succeed without a change of the request. */
function isTemporary({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500
}
