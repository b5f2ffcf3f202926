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
