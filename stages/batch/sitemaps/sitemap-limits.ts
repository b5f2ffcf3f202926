/** Limits for reading the sitemaps of a batch. */
export const sitemapLimits = {
  /** Batches whose sitemaps are read concurrently. A slow site occupies one of them. */
  batches: 4,
  /** Sitemaps of one batch, indexes included: as many as the protocol allows one index to name. */
  files: 50_000,
  /** Nested indexes below a submitted one. The protocol allows none, sites have them. */
  depth: 2,
  /** Attempts for a sitemap that does not answer. */
  tries: 3,
  /** Milliseconds for one sitemap, including the wait for permits of its host. */
  fileMs: 120_000,
  /** Stored reasons of rejected entries and sitemaps of one batch: as many as a batch reports. */
  rejections: 100,
} as const
