import type { Lane } from '#shared/messages/topics.ts'
import type {
  FetchedFile,
  ImageDescription,
  ProbeAnswer,
  RobotsDecision,
  SitemapPage,
  SitemapScan,
  SitemapSummary,
  TargetDecision,
} from '#shared/ports/lookups.ts'

/** What a call brings besides its arguments. */
export interface CallContext {
  /** Milliseconds in which the handler must have answered: what the caller has left, less the way back. */
  readonly deadlineMs: number
  /** Aborts when the caller gave up or its deadline has passed: nobody reads the answer any more. */
  readonly signal: AbortSignal
  readonly traceparent: string | undefined
  /** Of the work that it is for. */
  readonly lane: Lane
}

export type SitemapLocs = Omit<SitemapPage, 'end'>

/**
 * The work behind the look-ups. A handler answers within `deadlineMs` with what it has by then, and rejects with a
 * `Failure` to tell the caller why it can't; anything else it throws reaches the caller as INTERNAL, without a word of it.
 */
export interface LookupHandlers {
  checkTarget(url: string, context: CallContext): Promise<TargetDecision>
  /** Rejects with ThrottledError when batch work has to wait until the site may be asked. */
  robots(url: string, userAgent: string, context: CallContext): Promise<RobotsDecision>
  probe(urls: readonly string[], context: CallContext): Promise<readonly ProbeAnswer[]>
  describeImage(url: string, context: CallContext): Promise<ImageDescription>
  fetchFile(url: string, maxBytes: number, context: CallContext): Promise<FetchedFile>
  scanSitemap(url: string, lookFor: readonly string[], context: CallContext): Promise<SitemapScan>
  /** Gives the addresses while the file is read. */
  listSitemap(url: string, emit: (locs: SitemapLocs) => void, context: CallContext): Promise<SitemapSummary>
}
