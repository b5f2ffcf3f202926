import type { Outcome } from '#shared/messages/events/outcome.ts'
import type { CrawlRules } from '#shared/ports/batches.ts'
import type { Batch, Item } from '#stages/batch/frontier/frontier.ts'

export const rules: CrawlRules = {
  scope: 'host',
  maxDepth: null,
  maxPages: 1000,
  maxMinutes: null,
  include: [],
  exclude: [],
}

export function crawl(more: Partial<CrawlRules> = {}, operation: Batch['operation'] = 'metadata'): Batch {
  const createdAt = Date.parse('2026-06-15T12:00:00Z')
  const crawl = { ...rules, ...more }
  return {
    id: 'b1',
    state: 'running',
    createdAt,
    operation,
    parameters: {},
    crawl,
    sitemaps: [],
    owner: null,
  }
}

export function itemAt(url: string, more: Partial<Item> = {}): Item {
  return {
    batch: 'b1',
    seq: 1,
    parameters: { url },
    depth: 0,
    from: null,
    role: 'page',
    scope: null,
    ...more,
  }
}

export const link = (href: string, rel: string | null = null, type = 'internal') => ({
  href,
  rel,
  type,
  external: type === 'external',
})

/** The outcome of a metadata inspection with the groups of a crawl. */
export function pageOutcome(finalUrl: string, links: readonly object[], more: object = {}): Outcome {
  const result = {
    url: finalUrl,
    final_url: finalUrl,
    canonical: null,
    links,
    http: { status: 200 },
    indexability: { canonical_valid: true, robots_effective: 'index, follow' },
    ...more,
  }
  const json = JSON.stringify({ operation: 'metadata', parameters: {}, url: finalUrl, result })
  return { topic: 'result.metadata', timing: '', json, dataref: null }
}
