import { get, type IncomingHttpHeaders } from 'node:http'
import { createGunzip } from 'node:zlib'

/** A stream of events as an external program reads it. */
export interface EventStream {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The text received so far. */
  text(): string
  /** The events received so far, of an NDJSON answer. */
  events(): StreamedEvent[]
  leave(): void
  /** Resolves when the stream has ended; rejects when it broke. */
  readonly ended: Promise<void>
}

/** A CloudEvent in the JSON format, with its cursor. */
export interface StreamedEvent {
  readonly id: string
  readonly type: string
  readonly subject: string
  readonly cursor: string
  readonly data?: unknown
  readonly [attribute: string]: unknown
}

/** Opens a stream; resolves with its headers. */
export function openEvents(url: string, headers: Readonly<Record<string, string>>): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const call = get(url, { headers, agent: false }, (response) => {
      const isPacked = response.headers['content-encoding'] === 'gzip'
      const source = isPacked ? response.pipe(createGunzip()) : response
      let text = ''
      source.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      const ended = new Promise<void>((end, broken) => source.on('end', end).on('error', broken))
      ended.catch(() => undefined)
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        events: () => eventsIn(text),
        leave: () => void call.destroy(),
        ended,
      })
    })
    call.on('error', reject)
  })
}

/** The complete lines that are not empty. */
function eventsIn(text: string): StreamedEvent[] {
  const lines = text.split('\n').slice(0, -1)
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}
