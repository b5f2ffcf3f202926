import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import type { Batch } from '../../frontier/frontier.ts'

/** A crawl that has ended. */
export interface EndedCrawl {
  readonly batch: Batch
  /** The check has ended, but its event may not have been published. */
  readonly isFinished: boolean
}

/** What came of requesting a link. */
export interface LinkAnswer extends Pick<ProbeAnswer, 'url' | 'status' | 'location'> {
  /** Why there is no answer; `ROBOTS_TXT_BLOCKED` when robots.txt forbids to ask. Null with one. */
  readonly error: ProbeAnswer['error'] | 'ROBOTS_TXT_BLOCKED'
}

/** What the check of a site's surroundings stores. */
export interface SiteStore {
  /** The first crawl of each owner that has ended without that its report was published as complete; not all at once. */
  unpublished(): Promise<readonly EndedCrawl[]>
  /** URLs that sitemaps list. Known ones change nothing. */
  addListed(batch: string, urls: readonly string[]): Promise<void>
  /** Answers of links. Those of known URLs change nothing. */
  addProbes(batch: string, answers: readonly LinkAnswer[]): Promise<void>
  /** Ends the check. `sitemapOrigins`: those whose sitemaps were all read to their end. */
  finish(batch: string, sitemapOrigins: readonly string[]): Promise<void>
  /** Notes that the complete report was published. */
  setPublished(batch: string): Promise<void>
}

/** Bits of `batches.site_state`: what was gathered of a site besides its results. */
const SITEMAPS = 1
const COMPLETE = 2
const PUBLISHED = 4

export const siteState = {
  /** All sitemaps of the site were read to their end. */
  hasSitemaps: (state: number) => (state & SITEMAPS) !== 0,
  /** Sitemaps and links to other sites have been looked at. */
  isComplete: (state: number) => (state & COMPLETE) !== 0,
  /** The state of a batch of which everything was gathered. */
  completed: (hasSitemaps: boolean) => COMPLETE | (hasSitemaps ? SITEMAPS : 0),
  /** The same, after the event that says so. */
  published: (state: number) => state | PUBLISHED,
} as const
