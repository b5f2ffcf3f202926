import { readBody } from './body.ts'
import { acceptEncoding } from './content-coding.ts'
import { type Deadline, makeDeadline } from './deadline.ts'
import { asFailure } from './failures.ts'
import { follow, type Guarded } from './follow.ts'
import type { HttpLimits } from './limits.ts'
import { contentType } from './media-type.ts'
import type { Fetched, PageRequest } from './page.ts'

export interface Fetching extends Guarded {
  readonly limits: HttpLimits
}

/** Fetches one page, see `HttpClient.fetchPage`. */
export async function fetchPage(fetching: Fetching, request: PageRequest): Promise<Fetched> {
  const { url, timeoutMs = fetching.limits.timeoutMs, signal } = request
  const deadline = makeDeadline(url, timeoutMs, signal)
  try {
    return await fetchWithin(deadline, fetching, request)
  } catch (error) {
    throw asFailure(error, url)
  } finally {
    deadline.end()
  }
}

async function fetchWithin(
  { signal }: Deadline,
  { limits, ...guarded }: Fetching,
  request: PageRequest,
): Promise<Fetched> {
  const start = performance.now()
  const { maxRedirects = limits.maxRedirects, maxBytes = limits.maxBytes, enter } = request
  const headers = requestHeaders(request)
  const { redirectOverflow } = request
  const walk = { url: request.url, headers, maxRedirects, redirectOverflow, signal, enter }
  const landing = await follow(guarded, walk)
  const ttfbMs = performance.now() - start
  const { answer, url, redirects, setCookies, answerMs } = landing
  const { status } = answer
  const read = await readBody(answer, {
    ...request,
    maxBytes,
    sink: request.sink?.({ finalUrl: url.href, status }),
  })
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

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

export function requestHeaders({ userAgent, headers }: Pick<PageRequest, 'userAgent' | 'headers'>) {
  return { accept, ...headers, 'user-agent': userAgent, 'accept-encoding': acceptEncoding }
}
