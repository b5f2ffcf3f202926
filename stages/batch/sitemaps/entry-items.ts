import { targetUrl } from '#shared/operations/fields.ts'
import { checkParameters } from '#shared/operations/parameters.ts'
import type { Batch, NewItem } from '../frontier/frontier.ts'
import { lineItems } from '../submission/line-items.ts'

/** The items for an entry of a sitemap, or why it makes none. */
export type EntryItems = (loc: string) => { readonly items: readonly NewItem[] } | { readonly reason: string }

/**
 * Makes entries lines of the batch, with its own parameters. These are checked once, with `sample` as address: all at once
 * would take some seconds for a full sitemap.
 */
export function entryItems(batch: Batch, sample: string): EntryItems {
  const checked = checkParameters(batch.operation, { ...batch.parameters, url: sample }, true)
  return (loc) => {
    const { error, data: url } = targetUrl.safeParse(loc)
    if (error) return { reason: `url ${error.issues[0]?.message}` }
    if ('problems' in checked) return { reason: checked.problems.map(({ message }) => message).join('; ') }
    return { items: lineItems(batch, { ...checked.parameters, url }) }
  }
}
