import type { SitemapScan } from '#shared/ports/lookups.ts'
import { userAgents } from '#shared/web/user-agents.ts'
import type { HttpClient } from '../http/client.ts'
import type { ResponseHead } from '../http/page-request.ts'
import { toProbeError } from '../http/probe.ts'
import type { BeforeRequest } from '../http/redirects/follow-redirects.ts'
import type { CallContext } from '../lookups/lookup-handlers.ts'
import type { EntryConsumer } from './sitemap-entries.ts'
import { type ParserFindings, SitemapParser } from './sitemap-parser.ts'

export interface SitemapFetchOptions {
  readonly client: Pick<HttpClient, 'fetchPage'>
  readonly beforeRequest: BeforeRequest
  /** Decompressed bytes of one file that are read. The protocol allows 50 MiB. */
  readonly maxBytes: number
  /** Milliseconds of CPU time that one file may take. */
  readonly maxWorkMs: number
}

/** How the reading of a file ended, and the kind of the file. */
export type FetchedSitemap = ParserFindings & Pick<SitemapScan, 'status' | 'error'>

/**
 * Reads a sitemap while it arrives, so that no file is held in memory. `consumerAt` gets the file's final URL
 * and returns the consumer of its entries. Entries that arrived in time are delivered.
 */
export type SitemapFetcher = (
  url: string,
  consumerAt: (finalUrl: string) => EntryConsumer,
  context: CallContext,
) => Promise<FetchedSitemap>

interface ParseProgress {
  status: number | null
  parser: SitemapParser | null
}

const noFindings: ParserFindings = { kind: 'other', fault: null, bytes: 0, isCut: false }

/** Makes the fetcher. It stops at `maxBytes`, after `maxWorkMs` of CPU time, and at the caller's deadline. */
export function makeSitemapFetcher({
  client,
  beforeRequest,
  maxBytes,
  maxWorkMs,
}: SitemapFetchOptions): SitemapFetcher {
  // One byte beyond the limit shows that the file exceeds it.
  const limits = {
    maxBytes: maxBytes + 1,
    overflow: 'cut',
    redirectOverflow: 'return',
    gunzipsFile: true,
  } as const
  return async (url, consumerAt, { deadlineMs: timeoutMs, signal, traceparent = null }) => {
    const progress: ParseProgress = { status: null, parser: null }
    const sink = parserSink(progress, (finalUrl) => new SitemapParser(consumerAt(finalUrl), maxWorkMs))
    const request = {
      url,
      userAgent: userAgents.desktop,
      timeoutMs,
      signal,
      beforeRequest,
      sink,
      traceparent,
    }
    const error = await client.fetchPage({ ...request, ...limits }).then(
      ({ truncated }) => {
        if (!truncated) progress.parser?.end()
        return null
      },
      (failure: unknown) => toProbeError(failure),
    )
    const { status, parser } = progress
    return { status, error, ...(parser?.findings() ?? noFindings) }
  }
}

function parserSink(progress: ParseProgress, parserAt: (finalUrl: string) => SitemapParser) {
  return ({ status, finalUrl }: ResponseHead) => {
    progress.status = status
    if (status < 200 || status > 299) return () => false
    const reader = parserAt(finalUrl)
    progress.parser = reader
    return (chunk: Buffer) => reader.write(chunk)
  }
}
