/** What reading the sitemaps of a batch may take. */
export const sitemapLimits = {
  /** Batches whose sitemaps are read at a time: a site that answers slowly keeps one of them. */
  batches: 4,
  /** Sitemaps of one batch, indexes included: as many as one index may name by the protocol. */
  files: 50_000,
  /** Indexes below one that was asked for: the protocol knows none, sites have them. */
  depth: 2,
  /** How often a sitemap is asked for that does not answer. */
  tries: 3,
  /** Milliseconds for one, the waiting for its host's turns included. */
  fileMs: 120_000,
  /** Wrong entries and sitemaps of one batch whose reasons are kept until all is read: as many as a batch tells. */
  rejections: 100,
} as const
