import { Failure, isUnavailable } from '#shared/errors.ts'
import { type ProbeAnswer, probedHeaders } from '#shared/ports/lookups.ts'
import { makeDeadline } from './connection/deadline.ts'
import type { Exchange, HttpRequest, HttpResponse } from './connection/exchange.ts'
import { exchangeFor, type FetchContext, requestHeaders } from './fetch-page.ts'
import { PermitDenied } from './host-permits.ts'
import { fieldValue, type HeaderFields } from './message/header-fields.ts'
import { contentType } from './message/media-type.ts'
import { toFailure, type UnreachableReason } from './message/target-failures.ts'
import type { PageRequest } from './page-request.ts'
import { admitUrl, makeRedirectState, redirectTarget } from './redirects.ts'

export type ProbeRequest = Pick<
  PageRequest,
  | 'url'
  | 'userAgent'
  | 'headers'
  | 'signal'
  | 'timeoutMs'
  | 'beforeRequest'
  | 'permits'
  | 'batch'
  | 'politeness'
>

/** Characters of one reported header value. Servers may send far more. */
const MAX_VALUE_CHARS = 1024

/** Probes one URL. See `HttpClient.probe`. */
export async function probe(context: FetchContext, request: ProbeRequest): Promise<ProbeAnswer> {
  const { url, timeoutMs = context.limits.timeoutMs, beforeRequest } = request
  const deadline = makeDeadline(url, timeoutMs, request.signal)
  try {
    const { signal } = deadline
    const target = await admitUrl(context.egress, url, { url, signal, beforeRequest })
    const httpRequest = { url: target, headers: requestHeaders(request), signal }
    const exchange = exchangeFor(context, { permits: request.permits, redirectState: makeRedirectState(url) })
    return toProbeAnswer(url, target, await requestHead(exchange, httpRequest))
  } catch (error) {
    return failedProbe(url, toProbeError(toFailure(error, url)))
  } finally {
    deadline.end()
  }
}

/**
 * Servers answer an unsupported HEAD with any error status. A GET repeats a real error. One that names a time to come back
 * (RFC 9110, section 10.2.3) has understood the request.
 */
async function requestHead(
  exchange: Exchange,
  httpRequest: Omit<HttpRequest, 'method'>,
): Promise<HttpResponse> {
  const response = await exchange({ ...httpRequest, method: 'HEAD' })
  await response.discard()
  const { status } = response
  if (status < 400 || status === 429 || response.headers['retry-after'] !== undefined) return response
  const headers = { ...httpRequest.headers, range: 'bytes=0-1023' }
  const rangeResponse = await exchange({ ...httpRequest, headers, method: 'GET' })
  await rangeResponse.discard()
  return rangeResponse
}

/** A part of the page (206), or no such part because the page is empty (416), means that the page exists. */
function fullStatus(status: number): number {
  return status === 206 || status === 416 ? 200 : status
}

function toProbeAnswer(
  url: string,
  target: URL,
  { status, headers, httpVersion }: HttpResponse,
): ProbeAnswer {
  const location = redirectTarget(status, headers, target)
  return {
    url,
    status: fullStatus(status),
    location: location === null || location === 'unusable' ? null : location.href,
    contentType: contentType(headers)?.slice(0, MAX_VALUE_CHARS) ?? null,
    error: null,
    headers: reportedHeaders(status, headers),
    httpVersion,
  }
}

/** Returns the answer for a URL that gave no response. */
export function failedProbe(url: string, error: ProbeAnswer['error']): ProbeAnswer {
  return { url, status: null, location: null, contentType: null, error, headers: {}, httpVersion: null }
}

function reportedHeaders(status: number, headers: HeaderFields): Record<string, string> {
  const reported = probedHeaders.flatMap((name): [string, string][] => {
    const value = name === 'content-length' ? fullLength(status, headers) : fieldValue(headers, name)
    return value === null ? [] : [[name, value.slice(0, MAX_VALUE_CHARS)]]
  })
  return Object.fromEntries(reported)
}

/**
 * The length of a part does not tell the length of the page. Its Content-Range does (RFC 9110, section 14.4),
 * unless that is `*`.
 */
function fullLength(status: number, headers: HeaderFields): string | null {
  if (status !== 206 && status !== 416) return fieldValue(headers, 'content-length')
  return /\/(\d+)\s*$/.exec(fieldValue(headers, 'content-range') ?? '')?.[1] ?? null
}

/** Maps the error of a request to an error of a probe. Throws errors that the target has not caused. */
export function toProbeError(failure: unknown): ProbeAnswer['error'] {
  if (!(failure instanceof Failure) || isUnavailable(failure)) throw failure
  if (failure.code === 'INVALID_URL' || failure.code === 'ROBOTS_TXT_BLOCKED') return 'refused'
  if (failure.code === 'TIMEOUT' || failure instanceof PermitDenied) return 'timeout'
  const { reason } = failure.details as unknown as { reason: UnreachableReason }
  if (reason === 'dns_failure' || reason === 'tls_error') return reason
  return reason === 'connection_timeout' ? 'timeout' : 'connection_failed'
}
