import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, errors } from 'undici'
import { headerFields } from '../message/header-fields.ts'
import { InvalidResponse } from '../message/target-failures.ts'
import type { HeaderFields, HttpVersion } from '../page-request.ts'
import type { Connections } from './connections.ts'
import { orAborted } from './deadline.ts'

/** One request: no redirects, no judgement of the target. */
export interface HttpRequest {
  readonly url: URL
  readonly method: 'GET' | 'HEAD'
  readonly headers: Readonly<Record<string, string>>
  /** Ends the connection attempt, the wait for headers and the body alike. */
  readonly signal: AbortSignal
}

/** The headers of one answer, its body still on the wire: read or `leave` it. */
export interface HttpResponse {
  readonly status: number
  readonly headers: HeaderFields
  readonly httpVersion: HttpVersion
  readonly body: Readable
  /** When its request was sent, by `performance.now()`. */
  readonly sentAt: number
  /** Done with it: gives a short body a moment to end, so that the connection can be used again. */
  discard(): Promise<void>
  /** Done with it: its body was read as far as anybody wants it. */
  close(): Promise<void>
}

/** Sends a request and answers at the headers. Rejects with the connection's or the parser's error. */
export type Exchange = (question: HttpRequest) => Promise<HttpResponse>

/** What a body that nobody wants may still have before its connection is closed instead: bytes, milliseconds. */
const discardLimits = { bytes: 16_384, waitMs: 50 }

/** Interim answers (1xx) to one request: servers send one or two, and none of them has to be last. */
const maxInterimResponses = 50

/** Timeouts are the signal's alone: undici's own start anew with each byte. */
const noTimeouts = { headersTimeout: 0, bodyTimeout: 0 }

export function makeExchange({ agent, versionOf }: Connections): Exchange {
  return async ({ url, method, headers, signal }) => {
    const sentAt = performance.now()
    const path = url.pathname + url.search
    const options = { origin: url.origin, path, method, headers, signal, ...noTimeouts } as const
    const sent = agent.request({ ...options, responseHeaders: 'raw', onInfo: limitInterimResponses() })
    const { statusCode, body, headers: raw } = await orAborted(sent, signal).catch(toHeadError)
    // Whoever reads it hears of its errors; a body that is left must not bring the process down.
    body.on('error', () => {})
    return {
      status: statusCode,
      headers: headerFields(raw as unknown as readonly string[]),
      httpVersion: versionOf(url.origin),
      body,
      sentAt,
      discard: () => discard(body, signal),
      close: async () => void body.destroy(),
    }
  }
}

function limitInterimResponses(): () => void {
  let count = 0
  return () => {
    count += 1
    if (count > maxInterimResponses) throw new InvalidResponse('Too many interim answers')
  }
}

/** undici says so of any fault in a head that tells a length; only behind the head it means a body cut short. */
function toHeadError(error: unknown): never {
  if (!(error instanceof errors.ResponseContentLengthMismatchError)) throw error
  throw new InvalidResponse('The head of the answer is not valid', { cause: error })
}

async function discard(body: Dispatcher.ResponseData['body'], signal: AbortSignal): Promise<void> {
  const rest = body.dump({ limit: discardLimits.bytes, signal }).catch(() => {})
  await Promise.race([rest, sleep(discardLimits.waitMs, undefined, { ref: false })])
}
