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

/** The context of a call, besides its arguments. */
export interface CallContext {
  /**
   * Milliseconds in which the handler must answer: the time the caller has left, minus the time for the
   * reply.
   */
  readonly deadlineMs: number
  /** Aborts when the caller cancelled or its deadline has passed. The answer is then ignored. */
  readonly signal: AbortSignal
  readonly traceparent: string | undefined
  /** The lane of the work that needs the look-up. */
  readonly lane: Lane
}

export type SitemapLocs = Omit<SitemapPage, 'end'>

/**
 * The look-ups. A handler answers within `deadlineMs` with the result it has by then. It rejects with a
 * `Failure` to report a reason to the caller; any other error reaches the caller as INTERNAL without details.
 */
export interface LookupHandlers {
  checkTarget(url: string, context: CallContext): Promise<TargetDecision>
  /** Rejects with ThrottledError when batch work has to wait for a permit of the host. */
  robots(url: string, userAgent: string, context: CallContext): Promise<RobotsDecision>
  probe(urls: readonly string[], context: CallContext): Promise<readonly ProbeAnswer[]>
  describeImage(url: string, context: CallContext): Promise<ImageDescription>
  fetchFile(url: string, maxBytes: number, context: CallContext): Promise<FetchedFile>
  scanSitemap(url: string, lookFor: readonly string[], context: CallContext): Promise<SitemapScan>
  /** Emits the addresses while the file is read. */
  listSitemap(url: string, emit: (locs: SitemapLocs) => void, context: CallContext): Promise<SitemapSummary>
}
