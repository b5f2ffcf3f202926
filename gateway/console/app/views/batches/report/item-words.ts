/** A page that links to what an item is about. */
export interface LinkSource {
  readonly url: string
  readonly text: string
}

/** An item of an issue of the site, in the parts that are shown. Texts are as the pages wrote them. */
export interface ItemWords {
  /** What several pages have in common; null = nothing. */
  readonly value: string | null
  /** The page, or the pages of a group: the first ones of `total`. */
  readonly urls: readonly string[]
  readonly total: number
  /** Further facts: `status 404`. */
  readonly details: readonly string[]
  /** Pages with a link to it: the first ones of `sourcesTotal`. */
  readonly sources: readonly LinkSource[]
  readonly sourcesTotal: number
}

interface ItemFacts {
  readonly url?: string
  readonly urls?: readonly string[]
  readonly urls_total?: number
  readonly value?: unknown
  readonly sources?: readonly LinkSource[]
  readonly sources_total?: number
  readonly rule_id?: string
  readonly id?: string
}

/** Sorts the parts of an item, or of a change (whose rule is left out): `infra/docs/contract.md#site-report`. */
export function itemWords(item: object): ItemWords {
  const { url, urls = url === undefined ? [] : [url], urls_total, value, ...rest } = item as ItemFacts
  const { sources = [], sources_total, rule_id: _, id: __, ...others } = rest
  return {
    value: typeof value === 'string' ? value : null,
    urls,
    total: urls_total ?? urls.length,
    details: Object.entries(others).flatMap(([name, one]) => detailOf(name, one)),
    sources,
    sourcesTotal: sources_total ?? sources.length,
  }
}

function detailOf(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return []
  const words = name.replaceAll('_', ' ')
  if (Array.isArray(value)) return [`${words} ${value.map(String).join(' → ')}`]
  return [`${words} ${typeof value === 'object' ? JSON.stringify(value) : value}`]
}

/** All texts of an item in which a filter looks. */
export function itemTexts(item: object): string[] {
  const { value, urls, details, sources } = itemWords(item)
  return [value ?? '', ...urls, ...details, ...sources.flatMap(({ url, text }) => [url, text])]
}
