import type { FetchedFile } from '#shared/ports/lookups.ts'
import { userAgents } from '#shared/user-agents.ts'
import type { HttpClient } from '../http/client.ts'
import type { BeforeRequest, HttpResult } from '../http/page-request.ts'
import { toProbeError } from '../http/probe.ts'
import type { RecentResponses } from '../recent-responses.ts'
import type { LookupHandlers } from './lookup-handlers.ts'

export interface FetchFileOptions {
  readonly client: Pick<HttpClient, 'fetchPage'>
  readonly beforeRequest: BeforeRequest
  /** Bytes after which any body is cut: an answer must fit into one message. */
  readonly maxBytes: number
  /** What need not be asked for again. Default: nothing. */
  readonly recentResponses?: Pick<RecentResponses, 'get'>
}

/** Lines of X-Robots-Tag that are told, and characters of one. */
const MAX_LINES = 50
const MAX_LINE_CHARS = 2000

/** Gets small files that an audit reads: robots.txt, llms.txt, the HTML of pages that are referred to. */
export function makeFetchFile({
  client,
  beforeRequest,
  maxBytes: allowedBytes,
  recentResponses,
}: FetchFileOptions): LookupHandlers['fetchFile'] {
  return async (url, wanted, { deadlineMs: timeoutMs, signal, traceparent = null }) => {
    const maxBytes = Math.min(wanted, allowedBytes)
    const recent = recentResponses?.get(url)
    if (recent !== undefined && recent.body.length <= maxBytes) return toFetchedFile(url, recent)
    const bounds = { timeoutMs, maxBytes, overflow: 'cut', redirectOverflow: 'return' } as const
    const request = { url, userAgent: userAgents.desktop, signal, beforeRequest, traceparent, ...bounds }
    try {
      return toFetchedFile(url, await client.fetchPage(request))
    } catch (failure) {
      return failedFile(url, toProbeError(failure))
    }
  }
}

/** Headers cut to what fits into a message whatever the target sends. */
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
  return {
    url,
    finalUrl: url,
    status: null,
    error,
    redirects: [],
    contentType: null,
    robotsHeaders: [],
    linkHeaders: [],
    body: new Uint8Array(),
    isCut: false,
  }
}
