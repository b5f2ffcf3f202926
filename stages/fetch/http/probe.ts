import { Failure } from '#shared/errors.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import { makeDeadline } from './deadline.ts'
import type { Answer, Question } from './exchange.ts'
import { asFailure, type UnreachableReason } from './failures.ts'
import { type Fetching, requestHeaders } from './fetch-page.ts'
import { entered } from './follow.ts'
import { contentType } from './media-type.ts'
import type { PageRequest } from './page.ts'
import { redirectTarget } from './redirect.ts'

export type ProbeRequest = Pick<
  PageRequest,
  'url' | 'userAgent' | 'headers' | 'signal' | 'timeoutMs' | 'enter'
>

/** Asks one URL what it is, see `HttpClient.probe`. */
export async function probe(fetching: Fetching, request: ProbeRequest): Promise<ProbeAnswer> {
  const { url, timeoutMs = fetching.limits.timeoutMs, enter } = request
  const deadline = makeDeadline(url, timeoutMs, request.signal)
  try {
    const { signal } = deadline
    const target = await entered(fetching.egress, url, { url, signal, enter })
    const question = { url: target, headers: requestHeaders(request), signal }
    return described(url, target, await ask(fetching, question))
  } catch (error) {
    return { url, status: null, location: null, contentType: null, error: errorOf(asFailure(error, url)) }
  } finally {
    deadline.end()
  }
}

/** What servers say to a HEAD that they don't support is any error; a real one is the same to GET. */
async function ask({ exchange }: Fetching, question: Omit<Question, 'method'>): Promise<Answer> {
  const answer = await exchange({ ...question, method: 'HEAD' })
  await answer.leave()
  if (answer.status < 400 || answer.status === 429) return answer
  const headers = { ...question.headers, range: 'bytes=0-1023' }
  const again = await exchange({ ...question, headers, method: 'GET' })
  await again.leave()
  return again
}

/** A part of the page (206), or no such part since it is empty (416), means that the page is there. */
function wholeStatus(status: number): number {
  return status === 206 || status === 416 ? 200 : status
}

function described(url: string, target: URL, { status, headers }: Answer): ProbeAnswer {
  const location = redirectTarget(status, headers, target)
  return {
    url,
    status: wholeStatus(status),
    location: location === null || location === 'unusable' ? null : location.href,
    contentType: contentType(headers),
    error: null,
  }
}

function errorOf(failure: unknown): ProbeAnswer['error'] {
  if (!(failure instanceof Failure)) throw failure
  if (failure.code === 'INVALID_URL' || failure.code === 'ROBOTS_TXT_BLOCKED') return 'refused'
  if (failure.code === 'TIMEOUT') return 'timeout'
  const { reason } = failure.details as unknown as { reason: UnreachableReason }
  if (reason === 'dns_failure' || reason === 'tls_error') return reason
  return reason === 'connection_timeout' ? 'timeout' : 'connection_failed'
}
