import type { SitemapScan } from '#shared/ports/lookups.ts'
import { userAgents } from '#shared/user-agents.ts'
import type { HttpClient } from '../http/client.ts'
import type { BeforeRequest, ResponseHead } from '../http/page-request.ts'
import { toProbeError } from '../http/probe.ts'
import type { CallContext } from '../lookups/lookup-handlers.ts'
import type { EntryConsumer } from './sitemap-entries.ts'
import { type ParserFindings, SitemapParser } from './sitemap-parser.ts'

export interface SitemapFetchOptions {
  readonly client: Pick<HttpClient, 'fetchPage'>
  readonly beforeRequest: BeforeRequest
  /** Decompressed bytes of one file that are read; the protocol allows 50 MiB. */
  readonly maxBytes: number
  /** Milliseconds of work that one file may take. */
  readonly maxWorkMs: number
}

/** How the reading of a file ended, and what it is. */
export type FetchedSitemap = ParserFindings & Pick<SitemapScan, 'status' | 'error'>

/**
 * Reads a sitemap while it comes, so that none is ever held in memory: `takerAt`, told the file's own address, gives what
 * takes its entries. What came in time is told.
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

const nothing: ParserFindings = { kind: 'other', fault: null, bytes: 0, isCut: false }

export function makeSitemapFetcher({
  client,
  beforeRequest,
  maxBytes,
  maxWorkMs,
}: SitemapFetchOptions): SitemapFetcher {
  // One byte more than the limit tells that a file is over it.
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
    return { status, error, ...(parser?.findings() ?? nothing) }
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
