import { crawlItems, startPlace } from '../crawl/items.ts'
import type { Batch, NewItem } from '../frontier.ts'

/** The items that a line, or an entry of a sitemap, makes: the first stands for it. In a crawl it is a start page. */
export function lineItems(batch: Batch, parameters: NewItem['parameters']): readonly NewItem[] {
  if (batch.crawl !== null) return crawlItems(batch, parameters, startPlace)
  return [{ ...startPlace, depth: null, parameters, role: 'page' }]
}
