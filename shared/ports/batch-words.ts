/** States of a batch: infra/docs/batches.md#batches. */
export const batchStates = ['open', 'running', 'paused', 'cancelled', 'finished'] as const

/** Where the URLs of a batch come from. */
export const batchSources = ['urls', 'sitemaps', 'crawl'] as const

export const crawlScopes = ['host', 'domain', 'prefix'] as const

/** Why the pages of a host wait, the most specific reason: infra/docs/batches.md#pace. */
export const waitReasons = [
  'retry_after',
  'crawl_delay',
  'delay',
  'status_503',
  'status_429',
  'failures',
  'robots_unavailable',
] as const
