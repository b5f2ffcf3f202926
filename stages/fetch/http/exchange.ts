import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, errors } from 'undici'
import type { Connections } from './connections.ts'
import { until } from './deadline.ts'
import { InvalidResponse } from './failures.ts'
import { headerFields } from './header-fields.ts'
import type { HeaderFields, HttpVersion } from './page.ts'

/** One request: no redirects, no judgement of the target. */
export interface Question {
  readonly url: URL
  readonly method: 'GET' | 'HEAD'
  readonly headers: Readonly<Record<string, string>>
  /** Ends the connection attempt, the wait for headers and the body alike. */
  readonly signal: AbortSignal
}

/** The headers of one answer, its body still on the wire: read or `leave` it. */
export interface Answer {
  readonly status: number
  readonly headers: HeaderFields
  readonly httpVersion: HttpVersion
  readonly body: Readable
  /** When its request was sent, by `performance.now()`. */
  readonly askedAt: number
  /** Done with it: gives a short body a moment to end, so that the connection can be used again. */
  leave(): Promise<void>
  /** Done with it: its body was read as far as anybody wants it. */
  finish(): Promise<void>
}

/** Sends a request and answers at the headers. Rejects with the connection's or the parser's error. */
export type Exchange = (question: Question) => Promise<Answer>

/** What a body that nobody wants may still have before its connection is closed instead: bytes, milliseconds. */
const leftover = { bytes: 16_384, waitMs: 50 }

/** Interim answers (1xx) to one request: servers send one or two, and none of them has to be last. */
const maxInterim = 50

/** Timeouts are the signal's alone: undici's own start anew with each byte. */
const noTimeouts = { headersTimeout: 0, bodyTimeout: 0 }

export function makeExchange({ agent, versionOf }: Connections): Exchange {
  return async ({ url, method, headers, signal }) => {
    const askedAt = performance.now()
    const path = url.pathname + url.search
    const options = { origin: url.origin, path, method, headers, signal, ...noTimeouts } as const
    const sent = agent.request({ ...options, responseHeaders: 'raw', onInfo: interimLimit() })
    const { statusCode, body, headers: raw } = await until(sent, signal).catch(faultInHead)
    // Whoever reads it hears of its errors; a body that is left must not bring the process down.
    body.on('error', () => {})
    return {
      status: statusCode,
      headers: headerFields(raw as unknown as readonly string[]),
      httpVersion: versionOf(url.origin),
      body,
      askedAt,
      leave: () => leave(body, signal),
      finish: async () => void body.destroy(),
    }
  }
}

function interimLimit(): () => void {
  let count = 0
  return () => {
    count += 1
    if (count > maxInterim) throw new InvalidResponse('Too many interim answers')
  }
}

/** undici says so of any fault in a head that tells a length; only behind the head it means a body cut short. */
function faultInHead(error: unknown): never {
  if (!(error instanceof errors.ResponseContentLengthMismatchError)) throw error
  throw new InvalidResponse('The head of the answer is not valid', { cause: error })
}

async function leave(body: Dispatcher.ResponseData['body'], signal: AbortSignal): Promise<void> {
  const rest = body.dump({ limit: leftover.bytes, signal }).catch(() => {})
  await Promise.race([rest, sleep(leftover.waitMs, undefined, { ref: false })])
}
