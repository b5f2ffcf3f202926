import type { SiteReport } from '#shared/operations/results/site-report.ts'

type Item = SiteReport['site_issues'][number]['items'][number]

/** A time as people read it: `2026-11-26 19:35 UTC`. */
const timeOf = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

/** The figures of a report, by their names for people. */
export function factsOf({
  batch,
  pages,
  score,
  scores,
}: SiteReport): (readonly [name: string, value: string])[] {
  const { operation, state, created_at: begun, finished_at: ended } = batch
  return [
    ...pairs('Score', score && `${score.overall} of 100`),
    ...pairs('Mean of the pages', scores && `${scores.mean}`),
    ...pairs('Median of the pages', scores && `${scores.median}`),
    ['Results', `${pages.total}`],
    ['Can be indexed', `${pages.indexable}`],
    ['Cannot be indexed', `${pages.not_indexable}`],
    ...pairs('Not known', pages.unknown === 0 ? null : `${pages.unknown}`),
    ['Failed', `${pages.failed}`],
    ['Operation', operation],
    ['State', state],
    ['Begun', timeOf(begun)],
    ...pairs('Ended', ended && timeOf(ended)),
  ]
}

function pairs(name: string, value: string | null): (readonly [string, string])[] {
  return value === null ? [] : [[name, value]]
}

/** A page that links to what an item is about. */
export interface LinkWords {
  readonly url: string
  readonly text: string
}

/** An item in the parts that a report for people shows. Texts are as the pages wrote them. */
export interface ItemWords {
  /** What several pages have in common; null = nothing. */
  readonly value: string | null
  /** The page, or the pages of a group: the first ones of `total`. */
  readonly urls: readonly string[]
  readonly total: number
  /** Further facts: `status 404`. */
  readonly details: readonly string[]
  /** Pages with a link to it: the first ones of `sourcesTotal`. */
  readonly sources: readonly LinkWords[]
  readonly sourcesTotal: number
}

interface ItemFacts {
  readonly url?: string
  readonly urls?: readonly string[]
  readonly urls_total?: number
  readonly value?: unknown
  readonly sources?: readonly LinkWords[]
  readonly sources_total?: number
}

/** Sorts the parts of an item. */
export function wordsOf(item: Item): ItemWords {
  const { url, urls = url === undefined ? [] : [url], urls_total: total, value, ...rest } = item as ItemFacts
  const { sources = [], sources_total: sourcesTotal = sources.length, ...others } = rest
  return {
    value: typeof value === 'string' ? value : null,
    urls,
    total: total ?? urls.length,
    details: Object.entries(others).flatMap(([name, one]) => detailOf(name, one)),
    sources,
    sourcesTotal,
  }
}

function detailOf(name: string, value: unknown): string[] {
  if (value === null) return []
  if (Array.isArray(value)) return [`${name}: ${value.join(' → ')}`]
  return [`${name.replaceAll('_', ' ')} ${value}`]
}
