import { type SiteItem, siteItem } from '#shared/operations/results/site-item.ts'

/** An item of an issue of the site, in the parts that are shown. */
export interface ItemWords extends Omit<SiteItem, 'facts'> {
  /** Further facts: `status 404`. */
  readonly details: readonly string[]
}

/** Sorts the parts of an item, or of a change (whose rule is left out): `infra/docs/batches.md#site-report`. */
export function itemWords(item: object): ItemWords {
  const { facts, ...parts } = siteItem(item)
  const { rule_id: _, id: __, ...others } = facts
  return { ...parts, details: Object.entries(others).flatMap(([name, one]) => detailOf(name, one)) }
}

function detailOf(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return []
  const words = name.replaceAll('_', ' ')
  if (Array.isArray(value)) return [`${words} ${value.map(String).join(' → ')}`]
  return [`${words} ${typeof value === 'object' ? JSON.stringify(value) : inWords(value)}`]
}

/** A word of the interface, such as `dns_failure`, as words; anything else as it is. */
function inWords(value: unknown): string {
  const text = String(value)
  return /^[a-z]+(?:_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text
}

/** All texts of an item in which a filter looks. */
export function itemTexts(item: object): string[] {
  const { value, urls, details, sources } = itemWords(item)
  return [value ?? '', ...urls, ...details, ...sources.flatMap(({ url, text }) => [url, text])]
}
