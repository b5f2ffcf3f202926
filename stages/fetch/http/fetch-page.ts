import type { MemoryBudget, MemoryReservation } from '#shared/async/memory-budget.ts'
import { type Body, readBody } from './body.ts'
import { acceptEncoding } from './content-coding.ts'
import { type Deadline, makeDeadline } from './deadline.ts'
import type { Exchange } from './exchange.ts'
import { asFailure } from './failures.ts'
import { follow, type Guarded, type Landing } from './follow.ts'
import type { HttpLimits } from './limits.ts'
import { contentType } from './media-type.ts'
import { paced } from './paced.ts'
import type { Fetched, PageRequest } from './page.ts'
import { resending } from './resend.ts'
import { makeTrail, type Trail } from './trail.ts'

export interface Fetching extends Guarded {
  readonly limits: HttpLimits
  readonly memory: MemoryBudget
}

/** A request with what was left out of it. */
type Complete = PageRequest & { readonly trail: Trail; readonly memory: MemoryReservation }

/** Fetches one page, see `HttpClient.fetchPage`. */
export async function fetchPage(fetching: Fetching, request: PageRequest): Promise<Fetched> {
  const { url, timeoutMs = fetching.limits.timeoutMs, signal } = request
  const { trail = makeTrail(url) } = request
  const own = request.memory === undefined ? fetching.memory.open(undefined) : null
  const deadline = makeDeadline(url, timeoutMs, signal, trail.spentMs)
  try {
    return await fetchWithin(deadline, fetching, {
      ...request,
      trail,
      ...(own && { memory: own }),
    } as Complete)
  } catch (error) {
    throw asFailure(error, url)
  } finally {
    own?.release()
    deadline.end()
  }
}

/** How one request is sent: in its turn, if it has any, and again where its connection was closed under it. */
export function exchangeFor(
  { exchange }: Pick<Fetching, 'exchange'>,
  { pace, trail }: Pick<PageRequest, 'pace'> & { readonly trail: Trail },
): Exchange {
  return resending(pace === undefined ? exchange : paced(exchange, pace), trail)
}

async function fetchWithin(
  { signal }: Deadline,
  { limits, ...guarded }: Fetching,
  request: Complete,
): Promise<Fetched> {
  const start = performance.now()
  const { maxRedirects = limits.maxRedirects, maxBytes = limits.maxBytes } = request
  const walk = { ...wishesOf(request), headers: requestHeaders(request), maxRedirects, signal }
  const landing = await follow({ ...guarded, exchange: exchangeFor(guarded, request) }, walk)
  const ttfbMs = performance.now() - start
  const { answer, url, redirects, setCookies, answerMs } = landing
  const { status } = answer
  const read = await bodyOf(landing, { ...request, maxBytes, unpacking: limits.unpacking }).finally(() =>
    answer.finish(),
  )
  return {
    url: request.url,
    finalUrl: url.href,
    status,
    headers: answer.headers,
    contentType: contentType(answer.headers),
    ...read,
    redirects,
    setCookies,
    timings: { totalMs: performance.now() - start, ttfbMs, answerMs },
    httpVersion: answer.httpVersion,
  }
}

function wishesOf({ url, redirectOverflow, enter, trail }: PageRequest & { readonly trail: Trail }) {
  return { url, redirectOverflow, enter, trail }
}

async function bodyOf(
  { answer, url }: Landing,
  request: Complete & Pick<HttpLimits, 'maxBytes' | 'unpacking'>,
): Promise<Body> {
  const sink = request.sink?.({ finalUrl: url.href, status: answer.status })
  return readBody(answer, { ...request, sink })
}

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

export function requestHeaders({ userAgent, headers }: Pick<PageRequest, 'userAgent' | 'headers'>) {
  return { accept, ...headers, 'user-agent': userAgent, 'accept-encoding': acceptEncoding }
}
