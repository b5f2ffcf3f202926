import { Failure, isUnavailable } from '#shared/errors.ts'
import { type ProbeAnswer, probedHeaders } from '#shared/ports/lookups.ts'
import { makeDeadline } from './deadline.ts'
import type { Answer, Exchange, Question } from './exchange.ts'
import { asFailure, type UnreachableReason } from './failures.ts'
import { exchangeFor, type Fetching, requestHeaders } from './fetch-page.ts'
import { entered } from './follow.ts'
import { fieldValue } from './header-fields.ts'
import { contentType } from './media-type.ts'
import { NoTurn } from './pace.ts'
import type { HeaderFields, PageRequest } from './page.ts'
import { redirectTarget } from './redirect.ts'
import { makeTrail } from './trail.ts'

export type ProbeRequest = Pick<
  PageRequest,
  'url' | 'userAgent' | 'headers' | 'signal' | 'timeoutMs' | 'enter' | 'pace'
>

/** Of one header that is told: servers may send far more than anybody could use. */
const MAX_VALUE_CHARS = 1024

/** Asks one URL what it is, see `HttpClient.probe`. */
export async function probe(fetching: Fetching, request: ProbeRequest): Promise<ProbeAnswer> {
  const { url, timeoutMs = fetching.limits.timeoutMs, enter } = request
  const deadline = makeDeadline(url, timeoutMs, request.signal)
  try {
    const { signal } = deadline
    const target = await entered(fetching.egress, url, { url, signal, enter })
    const question = { url: target, headers: requestHeaders(request), signal }
    const exchange = exchangeFor(fetching, { pace: request.pace, trail: makeTrail(url) })
    return described(url, target, await ask(exchange, question))
  } catch (error) {
    return unanswered(url, probeError(asFailure(error, url)))
  } finally {
    deadline.end()
  }
}

/** What servers say to a HEAD that they don't support is any error; a real one is the same to GET. */
async function ask(exchange: Exchange, question: Omit<Question, 'method'>): Promise<Answer> {
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

function described(url: string, target: URL, { status, headers, httpVersion }: Answer): ProbeAnswer {
  const location = redirectTarget(status, headers, target)
  return {
    url,
    status: wholeStatus(status),
    location: location === null || location === 'unusable' ? null : location.href,
    contentType: contentType(headers)?.slice(0, MAX_VALUE_CHARS) ?? null,
    error: null,
    headers: toldHeaders(status, headers),
    httpVersion,
  }
}

export function unanswered(url: string, error: ProbeAnswer['error']): ProbeAnswer {
  return { url, status: null, location: null, contentType: null, error, headers: {}, httpVersion: null }
}

function toldHeaders(status: number, headers: HeaderFields): Record<string, string> {
  const told = probedHeaders.flatMap((name): [string, string][] => {
    const value = name === 'content-length' ? wholeLength(status, headers) : fieldValue(headers, name)
    return value === null ? [] : [[name, value.slice(0, MAX_VALUE_CHARS)]]
  })
  return Object.fromEntries(told)
}

/** A part's own length says nothing of the whole: its range does (RFC 9110, 14.4), but for `*`. */
function wholeLength(status: number, headers: HeaderFields): string | null {
  if (status !== 206 && status !== 416) return fieldValue(headers, 'content-length')
  return /\/(\d+)\s*$/.exec(fieldValue(headers, 'content-range') ?? '')?.[1] ?? null
}

/** The words of a probe for what a request ended with. Throws what is no matter of the target. */
export function probeError(failure: unknown): ProbeAnswer['error'] {
  if (!(failure instanceof Failure) || isUnavailable(failure)) throw failure
  if (failure.code === 'INVALID_URL' || failure.code === 'ROBOTS_TXT_BLOCKED') return 'refused'
  if (failure.code === 'TIMEOUT' || failure instanceof NoTurn) return 'timeout'
  const { reason } = failure.details as unknown as { reason: UnreachableReason }
  if (reason === 'dns_failure' || reason === 'tls_error') return reason
  return reason === 'connection_timeout' ? 'timeout' : 'connection_failed'
}
