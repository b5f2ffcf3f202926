import { groupsOf, type MetadataGroup, metadataParameters } from '#shared/operations/metadata.ts'
import type { NewBatch } from '#shared/ports/batches.ts'
import type { NewItem } from '../frontier/frontier.ts'
import { crawlLimits } from './crawl-limits.ts'

type Parameters = NewItem['parameters']
export type CrawlPosition = Pick<NewItem, 'depth' | 'from' | 'scope'>

/** Start pages of a crawl; the place of every item of another batch, but for its depth. */
export const startPosition: CrawlPosition = { depth: 0, from: null, scope: null }

/** The groups that tell a page's links, whether they are to be followed, its canonical URL, and whether it is there. */
const neededGroups: readonly MetadataGroup[] = ['basic', 'links', 'http', 'indexability']

/**
 * The items for one page of a crawl, `parameters` checked. Metadata finds the links itself: the groups that tell them are
 * added to those that were asked for, and its results have them. Beside any other operation a scout goes to the same
 * address, where its links are followed at all; when it fails, the crawl ends there and the page is inspected all the same.
 */
export function crawlItems(batch: NewBatch, parameters: Parameters, position: CrawlPosition): NewItem[] {
  if (batch.operation === 'metadata')
    return [{ ...position, parameters: withLinks(parameters), role: 'page' }]
  const page: NewItem = { ...position, parameters, role: 'page' }
  return isLast(batch, position)
    ? [page]
    : [page, { ...position, parameters: discoveryParameters(parameters), role: 'scout' }]
}

/** Whether the links of a page are beyond the crawl. */
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
