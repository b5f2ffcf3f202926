/** A page that links to what an item is about. */
export interface LinkSource {
  readonly url: string
  readonly text: string
}

/** An item of an issue of a site, or of a change, by its parts. Texts are as the pages wrote them. */
export interface SiteItem {
  /** What several pages have in common; null = nothing. */
  readonly value: string | null
  /** The page, or the pages of a group: the first ones of `total`. */
  readonly urls: readonly string[]
  readonly total: number
  /** Pages with a link to it: the first ones of `sourcesTotal`. */
  readonly sources: readonly LinkSource[]
  readonly sourcesTotal: number
  /** What else it says, by name: `{status: 404}`. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** An item as the report has it: infra/docs/batches.md#site-report. */
interface ReportedItem {
  readonly url?: string
  readonly urls?: readonly string[]
  readonly urls_total?: number
  readonly value?: unknown
  readonly sources?: readonly LinkSource[]
  readonly sources_total?: number
}

/** The parts of an item of a report. */
export function siteItem(item: object): SiteItem {
  const { url, urls = url === undefined ? [] : [url], urls_total, value, ...rest } = item as ReportedItem
  const { sources = [], sources_total, ...facts } = rest
  return {
    value: typeof value === 'string' ? value : null,
    urls,
    total: urls_total ?? urls.length,
    sources,
    sourcesTotal: sources_total ?? sources.length,
    facts,
  }
}
