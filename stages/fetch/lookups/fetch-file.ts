import type { FetchedFile } from '#shared/ports/lookups.ts'
import { userAgents } from '#shared/web/user-agents.ts'
import type { HttpClient } from '../http/client.ts'
import type { HttpResult } from '../http/page-request.ts'
import { toProbeError } from '../http/probe.ts'
import type { BeforeRequest } from '../http/redirects.ts'
import type { LookupHandlers } from './lookup-handlers.ts'
import type { RecentResponses } from './recent-responses.ts'

export interface FetchFileOptions {
  readonly client: Pick<HttpClient, 'fetchPage'>
  readonly beforeRequest: BeforeRequest
  /** Any body is cut after so many bytes: a response must fit into one gRPC message. Default: 1 MiB. */
  readonly maxBytes?: number
  /** Responses that need no second request. Default: none. */
  readonly recentResponses?: Pick<RecentResponses, 'get'>
}

const MAX_BYTES = 1024 * 1024
/** Reported lines of X-Robots-Tag, and characters of each. */
const MAX_LINES = 50
const MAX_LINE_CHARS = 2000

/**
 * Makes the look-up that fetches the small files of an audit: robots.txt, llms.txt, the HTML of referenced
 * pages.
 */
export function makeFetchFile({
  client,
  beforeRequest,
  maxBytes: allowedBytes = MAX_BYTES,
  recentResponses,
}: FetchFileOptions): LookupHandlers['fetchFile'] {
  return async (url, wanted, { deadlineMs: timeoutMs, signal, traceparent = null, batch, politeness }) => {
    const maxBytes = Math.min(wanted, allowedBytes)
    const recent = recentResponses?.get(url)
    if (recent !== undefined && recent.body.length <= maxBytes) return toFetchedFile(url, recent)
    const bounds = { timeoutMs, maxBytes, overflow: 'cut', redirectOverflow: 'return' } as const
    const caller = { signal, traceparent, batch, politeness }
    const request = { url, userAgent: userAgents.desktop, beforeRequest, ...caller, ...bounds }
    try {
      return toFetchedFile(url, await client.fetchPage(request))
    } catch (failure) {
      return failedFile(url, toProbeError(failure))
    }
  }
}

/** Cuts the headers to a size that fits into a message. */
function toFetchedFile(url: string, page: HttpResult): FetchedFile {
  const { finalUrl, status, contentType, headers, body, redirects, truncated } = page
  return {
    url,
    finalUrl,
    status,
    error: null,
    redirects,
    contentType: contentType?.slice(0, MAX_LINE_CHARS) ?? null,
    robotsHeaders: cutLines(headers['x-robots-tag']),
    linkHeaders: headers.link ?? [],
    body,
    isCut: truncated,
  }
}

function cutLines(values: readonly string[] = []): string[] {
  return values.slice(0, MAX_LINES).map((value) => value.slice(0, MAX_LINE_CHARS))
}

function failedFile(url: string, error: FetchedFile['error']): FetchedFile {
  const nothing = { redirects: [], contentType: null, robotsHeaders: [], linkHeaders: [], isCut: false }
  return { url, finalUrl: url, status: null, error, ...nothing, body: new Uint8Array() }
}
