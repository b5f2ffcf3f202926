import { crawlItems, startPosition } from '../crawl/crawl-items.ts'
import type { Batch, NewItem } from '../frontier/frontier.ts'

/** The items that a line, or an entry of a sitemap, makes: the first stands for it. In a crawl it is a start page. */
export function lineItems(batch: Batch, parameters: NewItem['parameters']): readonly NewItem[] {
  if (batch.crawl !== null) return crawlItems(batch, parameters, startPosition)
  return [{ ...startPosition, depth: null, parameters, role: 'page' }]
}
