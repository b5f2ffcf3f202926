import { apiKey, forgetKey } from '../state/api-key.ts'
import { errorOf, noAnswer } from './api-error.ts'

/** The base of all calls: where the page is, also behind a proxy with a path of its own. */
export const BASE = new URL('.', document.baseURI).href

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly query?: URLSearchParams | Readonly<Record<string, string | undefined>>
  /** Sent as JSON, unless it is a text or a file. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Default: the key of this tab. */
  readonly key?: string
}

/**
 * Calls the service. Resolves with an answer of 2xx. Rejects with an ApiError for every other one; the key of this tab is
 * forgotten when the service does not know it, unless `key` names a key to try.
 */
export async function call(path: string, options: CallOptions = {}): Promise<Response> {
  const current = apiKey.peek()
  const response = await send(path, options, options.key ?? current)
  if (response.ok) return response
  const error = errorOf(response.status, response.headers, await response.text())
  // Another key may be in use by now.
  const isKeyInUse = options.key === undefined && current !== null && current === apiKey.peek()
  if (error.status === 401 && isKeyInUse) forgetKey(error)
  throw error
}

/** Calls the service and parses the JSON of its answer. */
export async function callJson<T>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await call(path, options)
  return (await response.json()) as T
}

async function send(
  path: string,
  { method = 'GET', query, body, headers, signal }: CallOptions,
  key: string | null,
) {
  const url = urlOf(path, query)
  const isText = typeof body === 'string' || body instanceof Blob
  const content = body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }
  const type = body === undefined || isText ? {} : { 'Content-Type': 'application/json' }
  try {
    return await fetch(url, {
      method,
      ...content,
      headers: { ...type, ...(key !== null && { 'X-API-Key': key }), ...headers },
      signal: signal ?? null,
      credentials: 'omit',
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw noAnswer()
  }
}

/** The address of a call, relative to where the page is. */
export function urlOf(path: string, query: CallOptions['query'] = {}): string {
  const url = new URL(path, BASE)
  const entries = query instanceof URLSearchParams ? [...query] : Object.entries(query)
  for (const [name, value] of entries)
    if (value !== undefined && value !== '') url.searchParams.append(name, value)
  return url.href
}
