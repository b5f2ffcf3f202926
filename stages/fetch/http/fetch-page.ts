import type { MemoryBudget, MemoryReservation } from '#shared/async/memory-budget.ts'
import { acceptEncoding } from './body/content-coding.ts'
import { type ResponseBody, readBody } from './body/read-body.ts'
import { makeDeadline } from './connection/deadline.ts'
import { type Exchange, retryOnReset } from './connection/exchange.ts'
import { withPermit } from './host-permits.ts'
import { contentType } from './message/media-type.ts'
import { toFailure } from './message/target-failures.ts'
import type { HttpResult, PageRequest } from './page-request.ts'
import {
  type FinalResponse,
  followRedirects,
  makeRedirectState,
  type RedirectPorts,
  type RedirectState,
} from './redirects.ts'

/** The limits of a page, where a request has none of its own. */
export interface PageLimits {
  /** Milliseconds for one page with all its redirects. */
  readonly timeoutMs: number
  /** Bytes of one body after decompression. */
  readonly maxBytes: number
  readonly maxRedirects: number
}

export interface FetchContext extends RedirectPorts {
  readonly limits: PageLimits
  readonly memory: MemoryBudget
}

/** A request with its defaults filled in. */
type CompleteRequest = PageRequest & {
  readonly redirectState: RedirectState
  readonly memory: MemoryReservation
}

/** Fetches one page. See `HttpClient.fetchPage`. */
export async function fetchPage(context: FetchContext, request: PageRequest): Promise<HttpResult> {
  const { url, timeoutMs = context.limits.timeoutMs, signal } = request
  const { redirectState = makeRedirectState(url) } = request
  const ownMemory = request.memory === undefined ? context.memory.open(undefined) : null
  const deadline = makeDeadline(url, timeoutMs, signal, redirectState.elapsedMs)
  try {
    return await fetchWithin(deadline.signal, context, {
      ...request,
      redirectState,
      ...(ownMemory && { memory: ownMemory }),
    } as CompleteRequest)
  } catch (error) {
    throw toFailure(error, url)
  } finally {
    ownMemory?.release()
    deadline.end()
  }
}

/**
 * Returns how a request is sent: with a permit where the request has a permit source, and once more after a
 * connection reset.
 */
export function exchangeFor(
  { exchange }: Pick<FetchContext, 'exchange'>,
  { permits, redirectState }: Pick<PageRequest, 'permits'> & { readonly redirectState: RedirectState },
): Exchange {
  return retryOnReset(permits === undefined ? exchange : withPermit(exchange, permits), redirectState)
}

async function fetchWithin(
  signal: AbortSignal,
  { limits, ...ports }: FetchContext,
  request: CompleteRequest,
): Promise<HttpResult> {
  const start = performance.now()
  const { maxRedirects = limits.maxRedirects, maxBytes = limits.maxBytes } = request
  const options = { ...request, headers: requestHeaders(request), maxRedirects, signal }
  const finalResponse = await followRedirects({ ...ports, exchange: exchangeFor(ports, request) }, options)
  const ttfbMs = performance.now() - start
  const { response, url, redirects, setCookies, finalTtfbMs } = finalResponse
  const { status } = response
  const body = await readFinalBody(finalResponse, { ...request, maxBytes }).finally(() => response.close())
  return {
    url: request.url,
    finalUrl: url.href,
    status,
    headers: response.headers,
    contentType: contentType(response.headers),
    ...body,
    redirects,
    setCookies,
    timings: { totalMs: performance.now() - start, ttfbMs, finalTtfbMs },
    httpVersion: response.httpVersion,
  }
}

async function readFinalBody(
  { response, url }: FinalResponse,
  request: CompleteRequest & Pick<PageLimits, 'maxBytes'>,
): Promise<ResponseBody> {
  const sink = request.sink?.({ finalUrl: url.href, status: response.status })
  return readBody(response, { ...request, sink })
}

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Returns the header fields of a request. The caller may set all but User-Agent and Accept-Encoding. */
export function requestHeaders({ userAgent, headers }: Pick<PageRequest, 'userAgent' | 'headers'>) {
  return { accept, ...headers, 'user-agent': userAgent, 'accept-encoding': acceptEncoding }
}
