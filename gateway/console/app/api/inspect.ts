import { ApiError } from './api-error.ts'
import { call } from './client.ts'
import { type ApiRequest, callOptions } from './inspection-request.ts'

/** The answer of an inspection. */
export interface Inspected {
  /** The answer as it came. */
  readonly json: string
  readonly result: unknown
  readonly isCached: boolean
  /** Milliseconds between the call and its answer. */
  readonly ms: number
}

const POLL_MS = 500

/**
 * Makes the call and waits for its answer, also when the inspection takes longer than a call may wait: then it asks for
 * the answer at its `Location`. Rejects with an ApiError, or when `signal` is aborted.
 */
export async function inspect(
  request: ApiRequest,
  isFresh: boolean,
  signal: AbortSignal,
): Promise<Inspected> {
  const start = performance.now()
  const headers: Record<string, string> = isFresh ? { 'Cache-Control': 'no-cache' } : {}
  const response = await call(request.path, { ...callOptions(request), headers, signal }).catch((error) => {
    if (error instanceof ApiError && error.location !== null) return awaitAnswer(error.location, signal)
    throw error
  })
  return { ...(await readAnswer(response)), ms: performance.now() - start }
}

/** Asks for the answer of an inspection until it is there. */
async function awaitAnswer(location: string, signal: AbortSignal): Promise<Response> {
  for (;;) {
    const response = await call(location.replace(/^\//, ''), { signal })
    if (response.status !== 202) return response
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function readAnswer(response: Response): Promise<Omit<Inspected, 'ms'>> {
  const json = await response.text()
  const result = JSON.parse(json) as { cached?: boolean; cache?: { cached?: boolean } }
  const isCached = result.cached ?? result.cache?.cached ?? response.headers.get('x-cache') === 'HIT'
  return { json, result, isCached }
}
