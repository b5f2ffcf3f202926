import { groupsOf, type MetadataGroup, metadataParameters } from '#shared/operations/metadata.ts'
import type { NewBatch } from '#shared/ports/batches.ts'
import type { Batch, NewItem } from '../frontier/frontier.ts'
import { crawlLimits } from './crawl-limits.ts'

type Parameters = NewItem['parameters']
export type CrawlPosition = Pick<NewItem, 'depth' | 'from' | 'scope'>

/**
 * The position of the start pages of a crawl. Also that of all items of other batches, except for the depth.
 */
export const startPosition: CrawlPosition = { depth: 0, from: null, scope: null }

/**
 * The groups that contain a page's links, whether they may be followed, its canonical URL, and its status.
 */
const neededGroups: readonly MetadataGroup[] = ['basic', 'links', 'http', 'indexability']

/**
 * Returns the items of one page of a crawl, for checked `parameters`. A metadata inspection finds the links
 * itself: the necessary groups are added to the requested ones, and its results contain them. For any other
 * operation a second item, with the role `discovery`, finds the links of the same URL, unless they lie beyond
 * the crawl. If it fails, the crawl ends there, and the page is inspected all the same.
 */
export function crawlItems(batch: NewBatch, parameters: Parameters, position: CrawlPosition): NewItem[] {
  if (batch.operation === 'metadata')
    return [{ ...position, parameters: withLinks(parameters), role: 'page' }]
  const page: NewItem = { ...position, parameters, role: 'page' }
  return isLast(batch, position)
    ? [page]
    : [page, { ...position, parameters: discoveryParameters(parameters), role: 'discovery' }]
}

/** Returns true when the links of a page lie beyond the crawl. */
export function isLast({ crawl }: NewBatch, { depth }: Pick<CrawlPosition, 'depth'>): boolean {
  const maxDepth = crawl?.maxDepth ?? null
  return maxDepth !== null && (depth ?? 0) >= maxDepth
}

function withLinks(parameters: Parameters): Parameters {
  const requested = groupsOf(typeof parameters.fields === 'string' ? parameters.fields : 'all')
  const fields = requested.includes('all') ? 'all' : [...new Set([...requested, ...neededGroups])].join(',')
  return { ...parameters, fields, max_links: crawlLimits.links }
}

function discoveryParameters({ url, device }: Parameters): Parameters {
  return metadataParameters.parse({
    url,
    fields: neededGroups.join(','),
    device: device === 'mobile' ? 'mobile' : 'desktop',
    max_links: crawlLimits.links,
  })
}

/**
 * Returns the items of a line, or of an entry of a sitemap. The first one represents the line. In a crawl it
 * is a start page.
 */
export function lineItems(batch: Batch, parameters: NewItem['parameters']): readonly NewItem[] {
  if (batch.crawl !== null) return crawlItems(batch, parameters, startPosition)
  return [{ ...startPosition, depth: null, parameters, role: 'page' }]
}
