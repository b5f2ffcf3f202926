import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, errors } from 'undici'
import { abortable } from '#shared/async/timeout.ts'
import { type HeaderFields, headerFields } from '../message/header-fields.ts'
import { InvalidResponse, toUnreachableReason } from '../message/target-failures.ts'
import type { Connections, HttpVersion } from './connections.ts'

/** One HTTP request, without redirects and without the egress check of its URL. */
export interface HttpRequest {
  readonly url: URL
  readonly method: 'GET' | 'HEAD'
  readonly headers: Readonly<Record<string, string>>
  /** Aborts the connection attempt, the wait for the headers and the body. */
  readonly signal: AbortSignal
}

/** The header section of one response. Its body has not been read: read it, or call `discard`. */
export interface HttpResponse {
  readonly status: number
  readonly headers: HeaderFields
  readonly httpVersion: HttpVersion
  readonly body: Readable
  /** When the request was sent, by `performance.now()`. */
  readonly sentAt: number
  /**
   * Ends the exchange without reading the body. A short body gets a moment to end, so that the connection can
   * be reused.
   */
  discard(): Promise<void>
  /** Ends the exchange after the body was read as far as needed. */
  close(): Promise<void>
}

/**
 * Sends a request and resolves at the response headers. Rejects with the error of the connection or of the
 * HTTP parser.
 */
export type Exchange = (request: HttpRequest) => Promise<HttpResponse>

/**
 * The rest of a discarded body that is still read to reuse its connection: bytes and milliseconds. Beyond
 * these the connection is closed.
 */
const discardLimits = { bytes: 16_384, waitMs: 50 }

/** Interim responses (1xx) to one request. Servers send one or two; the protocol sets no limit. */
const maxInterimResponses = 50

/** The signal is the only timeout: undici's own timeouts restart with each byte. */
const noTimeouts = { headersTimeout: 0, bodyTimeout: 0 }

/** Makes the exchange that sends requests over these connections. */
export function makeExchange({ agent, versionOf }: Connections): Exchange {
  return async ({ url, method, headers, signal }) => {
    const sentAt = performance.now()
    const path = url.pathname + url.search
    const options = { origin: url.origin, path, method, headers, signal, ...noTimeouts } as const
    const sent = agent.request({ ...options, responseHeaders: 'raw', onInfo: limitInterimResponses() })
    const { statusCode, body, headers: raw } = await abortable(signal, sent).catch(toHeadError)
    // The reader of the body receives its errors. Without this listener an error of a discarded body would
    // end the process.
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

/**
 * undici reports a length mismatch for any fault in a header section that has a Content-Length. Only after
 * the header section does it mean a truncated body.
 */
function toHeadError(error: unknown): never {
  if (!(error instanceof errors.ResponseContentLengthMismatchError)) throw error
  throw new InvalidResponse('The head of the answer is not valid', { cause: error })
}

async function discard(body: Dispatcher.ResponseData['body'], signal: AbortSignal): Promise<void> {
  const rest = body.dump({ limit: discardLimits.bytes, signal }).catch(() => {})
  await Promise.race([rest, sleep(discardLimits.waitMs, undefined, { ref: false })])
}

/** Whether the current request was sent again already. */
export interface RetryState {
  wasRetried: boolean
}

/**
 * Wraps an exchange so that a request is sent once more when its connection was closed: a kept-alive
 * connection may have been idle for too long.
 */
export function retryOnReset(exchange: Exchange, state: RetryState): Exchange {
  return async (request) => {
    try {
      const response = await exchange(request)
      state.wasRetried = false
      return response
    } catch (error) {
      const mayBeStale = !request.signal.aborted && toUnreachableReason(error) === 'connection_reset'
      if (!mayBeStale || state.wasRetried) throw error
      state.wasRetried = true
      return exchange(request)
    }
  }
}
