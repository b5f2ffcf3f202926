import type { SitemapMatch, SitemapSummary } from '#shared/ports/lookups.ts'
import { userAgents } from '#shared/web/user-agents.ts'
import type { HttpClient } from '../http/client.ts'
import type { ResponseHead } from '../http/page-request.ts'
import { toProbeError } from '../http/probe.ts'
import type { BeforeRequest } from '../http/redirects.ts'
import type { CallContext, LookupHandlers, SitemapLocs } from '../lookups/lookup-handlers.ts'
import { type EntryConsumer, maxEntries, SitemapEntries } from './sitemap-entries.ts'
import { type ParserFindings, SitemapParser } from './sitemap-parser.ts'

export interface SitemapFetchOptions {
  readonly client: Pick<HttpClient, 'fetchPage'>
  readonly beforeRequest: BeforeRequest
  /** Decompressed bytes of one file that are read. Default: 50 MiB, the most that the protocol allows. */
  readonly maxBytes?: number
  /** Milliseconds of CPU time that one file may take. Default: 3000; a full one takes about 1000. */
  readonly maxWorkMs?: number
}

const MAX_BYTES = 50 * 1024 * 1024
const MAX_WORK_MS = 3000

/** Makes the look-up that reads a sitemap and reports statistics and matches of its entries. */
export function makeScanSitemap(options: SitemapFetchOptions): LookupHandlers['scanSitemap'] {
  const fetchSitemap = makeSitemapFetcher(options)
  return async (url, lookFor, context) => {
    let entries = new SitemapEntries({ url, lookFor: [], now: 0 })
    const entriesAt = (finalUrl: string) => {
      entries = new SitemapEntries({ url: finalUrl, lookFor, now: Date.now() })
      return entries
    }
    const { status, error, ...result } = await fetchSitemap(url, entriesAt, context)
    return { url, status, error, ...entries.findings(), ...result }
  }
}

/** Addresses of one message. Even with the longest addresses they fit. */
const LOCS_PER_MESSAGE = 250

/** Makes the look-up that reads a sitemap and emits all its addresses in batches. */
export function makeListSitemap(options: SitemapFetchOptions): LookupHandlers['listSitemap'] {
  const fetchSitemap = makeSitemapFetcher(options)
  return async (url, emit, context) => {
    const batches = new LocBatches(emit)
    const result = await fetchSitemap(url, () => batches, context)
    batches.flush()
    return { ...result, entries: batches.entries }
  }
}

class LocBatches implements EntryConsumer {
  #count = 0
  #pages: string[] = []
  #sitemaps: string[] = []
  readonly #emit: (locs: SitemapLocs) => void

  constructor(emit: (locs: SitemapLocs) => void) {
    this.#emit = emit
  }

  get isOver(): boolean {
    return this.#count > maxEntries
  }

  /** The number of emitted addresses. */
  get entries(): number {
    return Math.min(this.#count, maxEntries)
  }

  addPage({ loc }: SitemapMatch): void {
    this.#add(this.#pages, loc)
  }

  addChild({ loc }: SitemapMatch): void {
    this.#add(this.#sitemaps, loc)
  }

  flush(): void {
    if (this.#pages.length + this.#sitemaps.length === 0) return
    this.#emit({ pages: this.#pages, sitemaps: this.#sitemaps })
    this.#pages = []
    this.#sitemaps = []
  }

  #add(list: string[], loc: string): void {
    this.#count += 1
    if (this.isOver) return
    list.push(loc)
    if (list.length === LOCS_PER_MESSAGE) this.flush()
  }
}

/**
 * Reads a sitemap while it arrives, so that no file is held in memory. `consumerAt` gets the file's final URL
 * and returns the consumer of its entries. Entries that arrived in time are delivered.
 */
type SitemapFetcher = (
  url: string,
  consumerAt: (finalUrl: string) => EntryConsumer,
  context: CallContext,
) => Promise<Omit<SitemapSummary, 'entries'>>

interface ParseProgress {
  status: number | null
  parser: SitemapParser | null
}

const noFindings: ParserFindings = { kind: 'other', fault: null, bytes: 0, isCut: false }

/** Makes the fetcher. It stops at `maxBytes`, after `maxWorkMs` of CPU time, and at the caller's deadline. */
function makeSitemapFetcher(options: SitemapFetchOptions): SitemapFetcher {
  const { client, beforeRequest, maxBytes = MAX_BYTES, maxWorkMs = MAX_WORK_MS } = options
  const rules = {
    userAgent: userAgents.desktop,
    beforeRequest,
    // One byte beyond the limit shows that the file exceeds it.
    maxBytes: maxBytes + 1,
    overflow: 'cut',
    redirectOverflow: 'return',
    gunzipsFile: true,
  } as const
  return async (
    url,
    consumerAt,
    { deadlineMs: timeoutMs, signal, traceparent = null, batch, politeness },
  ) => {
    const progress: ParseProgress = { status: null, parser: null }
    const sink = parserSink(
      progress,
      (finalUrl) => new SitemapParser(consumerAt(finalUrl), maxWorkMs, finalUrl),
    )
    const caller = { signal, traceparent, batch, politeness }
    const error = await client.fetchPage({ ...rules, ...caller, url, timeoutMs, sink }).then(
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
    const parser = parserAt(finalUrl)
    progress.parser = parser
    return (chunk: Buffer) => parser.write(chunk)
  }
}
