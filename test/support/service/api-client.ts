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

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** A call without an answer by then rejects. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 20_000
const POLL_MS = 50
const SNAPSHOT_TIMEOUT_MS = 60_000

/** GET as an external client, with the key of the tests. */
export async function get(url: string, { headers = {}, timeoutMs }: CallOptions = {}): Promise<ApiAnswer> {
  const answer = await fetch(url, {
    headers: { 'x-api-key': API_KEY, ...headers },
    signal: AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: jsonOf(text) }
}

/** The value of a series of `GET /metrics`, which is named with its labels. NaN while there is none. */
export async function metric(service: string, series: string): Promise<number> {
  const { text } = await get(`${service}/metrics`)
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1))
}

/** Requests the metadata of a page. */
export function getMetadata(service: string, url: string, options: CallOptions = {}): Promise<ApiAnswer> {
  return get(`${service}/metadata?fields=basic&url=${encodeURIComponent(url)}`, options)
}

/** Requests a snapshot of a page; `waitUntil` is `load` by default. */
export async function postSnapshot(
  service: string,
  body: Readonly<Record<string, unknown>>,
  { headers = {}, timeoutMs = SNAPSHOT_TIMEOUT_MS }: CallOptions = {},
): Promise<ApiAnswer> {
  const answer = await fetch(`${service}/snapshot`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ waitUntil: 'load', ...body }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: jsonOf(text) }
}

/** Requests with `respond-async`; returns the id when the call was accepted, else null. */
export async function requestAsync(
  service: string,
  url: string,
  options: CallOptions = {},
): Promise<string | null> {
  const headers = { prefer: 'respond-async', ...options.headers }
  const answer = await getMetadata(service, url, { ...options, headers })
  return answer.status === 202 ? (answer.headers.get('location')?.split('/').at(-1) ?? null) : null
}

/**
 * The answer of an inspection that has ended. A gateway may know of an outcome a moment later than other readers of the
 * log.
 */
export async function readEnded(service: string, id: string): Promise<ApiAnswer> {
  for (;;) {
    const answer = await get(`${service}/inspections/${encodeURIComponent(id)}`)
    if (answer.status !== 202 && answer.status !== 404) return answer
    await sleep(POLL_MS)
  }
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
