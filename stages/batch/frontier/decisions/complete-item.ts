import type { PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import { FAILED } from '#shared/messages/topics.ts'
import { noResultOutcome, resultLine } from '../../result-line.ts'
import type { Batch, Completion, Discovery, Item } from '../frontier.ts'
import { countersOf } from './batch-counts.ts'
import type { EndedItem } from './gather-site.ts'
import { followFamilies } from './held-back.ts'
import { type InsertWrite, insertDiscovered, insertHeld } from './insert-items.ts'

/** A batch of which items end in one write. */
export interface CompletionWrite extends InsertWrite {
  /** Appends a result line, with its line break. It is counted already. */
  addLine(line: string): void
  /** Adds the item to what is known of the site: see `gatherSite`. */
  gather(ended: EndedItem, n: number | null): PageSiteFacts | null
  /** The links that a crawl follows: see `Discover`. */
  discover(ended: EndedItem): Discovery
}

/** Returns the end of an item. A request that is a dead letter ends with a failure. `now`: milliseconds since the epoch. */
export function endedItem(
  { operation }: Pick<Batch, 'operation'>,
  item: Item,
  { outcome, siteFacts, value }: Pick<Completion, 'outcome' | 'siteFacts' | 'value'>,
  now: number,
): EndedItem {
  return {
    ...{ item, outcome: outcome ?? noResultOutcome(item, operation, now) },
    siteFacts: siteFacts ?? '',
    ...(value !== undefined && { value }),
  }
}

/**
 * Completes an item that counts as running and has no row any more: counts it, writes its result line, and adds what a crawl
 * follows. The caller saves the row of the batch.
 */
export function completeItem(write: CompletionWrite, ended: EndedItem): void {
  const { row, batch } = write
  const { item } = ended
  const isPage = item.role === 'page'
  row[countersOf[item.role].running] -= 1
  if (isPage) completePage(write, ended)
  const page = write.gather(ended, isPage ? row.lines : null)
  if (batch.crawl === null) return
  insertDiscovered(write, write.discover(ended))
  followFamilies(write.tables, row, { item, page }, (held) => insertHeld(write, held))
}

function completePage(write: CompletionWrite, { item, outcome }: EndedItem): void {
  const { row, batch } = write
  if (outcome.topic === FAILED) row.failed += 1
  else row.done += 1
  row.lines += 1
  write.addLine(resultLine(row.lines, item, batch.operation, outcome))
}
