import type { FetchedFile } from '#shared/ports/lookups.ts'
import { userAgents } from '#shared/user-agents.ts'
import type { HttpClient } from '../http/client.ts'
import type { Enter, Fetched } from '../http/page.ts'
import { probeError } from '../http/probe.ts'
import type { JustRead } from '../just-read.ts'
import type { LookupHandlers } from './handlers.ts'

export interface FetchFileOptions {
  readonly client: Pick<HttpClient, 'fetchPage'>
  readonly enter: Enter
  /** Bytes after which any body is cut: an answer must fit into one message. */
  readonly maxBytes: number
  /** What need not be asked for again. Default: nothing. */
  readonly justRead?: Pick<JustRead, 'get'>
}

/** Lines of X-Robots-Tag that are told, and characters of one. */
const MAX_LINES = 50
const MAX_LINE_CHARS = 2000

/** Gets small files that an audit reads: robots.txt, llms.txt, the HTML of pages that are referred to. */
export function makeFetchFile({
  client,
  enter,
  maxBytes: most,
  justRead,
}: FetchFileOptions): LookupHandlers['fetchFile'] {
  return async (url, wanted, { deadlineMs: timeoutMs, signal, traceparent = null }) => {
    const maxBytes = Math.min(wanted, most)
    const known = justRead?.get(url)
    if (known !== undefined && known.body.length <= maxBytes) return told(url, known)
    const bounds = { timeoutMs, maxBytes, overflow: 'cut', redirectOverflow: 'answer' } as const
    const request = { url, userAgent: userAgents.desktop, signal, enter, traceparent, ...bounds }
    try {
      return told(url, await client.fetchPage(request))
    } catch (failure) {
      return unfetched(url, probeError(failure))
    }
  }
}

/** Headers cut to what fits into a message whatever the target sends. */
function told(url: string, page: Fetched): FetchedFile {
  const { finalUrl, status, contentType, headers, body, redirects, truncated } = page
  return {
    url,
    finalUrl,
    status,
    error: null,
    redirects,
    contentType: contentType?.slice(0, MAX_LINE_CHARS) ?? null,
    robotsHeaders: lines(headers['x-robots-tag']),
    linkHeaders: headers.link ?? [],
    body,
    isCut: truncated,
  }
}

function lines(values: readonly string[] = []): string[] {
  return values.slice(0, MAX_LINES).map((value) => value.slice(0, MAX_LINE_CHARS))
}

function unfetched(url: string, error: FetchedFile['error']): FetchedFile {
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
