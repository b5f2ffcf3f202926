import { API_KEY } from './service-process.ts'

/** An answer of the HTTP interface. */
export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body's JSON; undefined when it is none. */
  readonly json: Record<string, unknown> | undefined
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** A call that has no answer by then rejects. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 20_000
const SNAPSHOT_TIMEOUT_MS = 60_000

/** GET as an outside client, with the tests' key. */
export async function get(url: string, { headers = {}, timeoutMs }: CallOptions = {}): Promise<ApiAnswer> {
  const answer = await fetch(url, {
    headers: { 'x-api-key': API_KEY, ...headers },
    signal: AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: jsonOf(text) }
}

/** Asks for the metadata of a page. */
export function getMetadata(service: string, url: string, options: CallOptions = {}): Promise<ApiAnswer> {
  return get(`${service}/metadata?fields=basic&url=${encodeURIComponent(url)}`, options)
}

/** Asks for a snapshot of a page, complete with its load event unless the body says otherwise. */
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

/** Asks with `respond-async`; answers the id when it was accepted, null when not. */
export async function askAsync(
  service: string,
  url: string,
  options: CallOptions = {},
): Promise<string | null> {
  const headers = { prefer: 'respond-async', ...options.headers }
  const answer = await getMetadata(service, url, { ...options, headers })
  return answer.status === 202 ? (answer.headers.get('location')?.split('/').at(-1) ?? null) : null
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
