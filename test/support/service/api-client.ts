import { setTimeout as sleep } from 'node:timers/promises'
import { API_KEY } from './service-process.ts'

/** An answer of the HTTP interface. */
export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body's JSON; undefined when it is not JSON. */
  readonly json: Record<string, unknown> | undefined
}

/** The service that is called: its URL, with the key of the tests; or its URL and the key of an owner. */
export type Called = string | { readonly url: string; readonly key: string }

export interface CallOptions {
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A call without an answer by then rejects. */
  readonly timeoutMs?: number
}

/** For a busy machine. */
const TIMEOUT_MS = 60_000
const POLL_MS = 50
const SNAPSHOT_TIMEOUT_MS = 60_000

/** GET as an external client, with the key of the tests unless another one is given. */
export async function get(
  url: string,
  { key = API_KEY, headers = {}, timeoutMs = TIMEOUT_MS }: CallOptions = {},
): Promise<ApiAnswer> {
  const answer = await fetch(url, {
    headers: { 'x-api-key': key, ...headers },
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: jsonOf(text) }
}

/** GET of a path of the service. */
export function getPath(called: Called, path: string, options: CallOptions = {}): Promise<ApiAnswer> {
  const { url, key } = accessOf(called)
  return get(url + path, { key, ...options })
}

/** The value of a series of `GET /metrics`, which is named with its labels. NaN while there is none. */
export async function metric(called: Called, series: string): Promise<number> {
  const { text } = await getPath(called, '/metrics')
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1))
}

/** Requests the metadata of a page. */
export function getMetadata(called: Called, url: string, options: CallOptions = {}): Promise<ApiAnswer> {
  return getPath(called, `/metadata?fields=basic&url=${encodeURIComponent(url)}`, options)
}

/** Requests a snapshot of a page; `waitUntil` is `load` by default. */
export async function postSnapshot(
  called: Called,
  body: Readonly<Record<string, unknown>>,
  { key = accessOf(called).key, headers = {}, timeoutMs = SNAPSHOT_TIMEOUT_MS }: CallOptions = {},
): Promise<ApiAnswer> {
  const answer = await fetch(`${accessOf(called).url}/snapshot`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ waitUntil: 'load', ...body }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: jsonOf(text) }
}

/** Requests with `respond-async`; returns the id when the call was accepted, else null. */
export async function requestAsync(called: Called, url: string): Promise<string | null> {
  const answer = await getMetadata(called, url, { headers: { prefer: 'respond-async' } })
  return answer.status === 202 ? (answer.headers.get('location')?.split('/').at(-1) ?? null) : null
}

/**
 * The answer of an inspection that has ended. A gateway may know of an outcome a moment later than other readers of the
 * log.
 */
export async function readEnded(called: Called, id: string): Promise<ApiAnswer> {
  for (;;) {
    const answer = await getPath(called, `/inspections/${encodeURIComponent(id)}`)
    if (answer.status !== 202 && answer.status !== 404) return answer
    await sleep(POLL_MS)
  }
}

function accessOf(called: Called): { readonly url: string; readonly key: string } {
  return typeof called === 'string' ? { url: called, key: API_KEY } : called
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
