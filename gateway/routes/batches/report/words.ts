import { type SiteItem, siteItem } from '#shared/operations/results/site-item.ts'
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
    ...pairs('Score', score === null ? withoutScore(pages) : `${score.overall} of 100`),
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

/** Why there is no score; null before the first page. */
function withoutScore({ total }: SiteReport['pages']): string | null {
  return total === 0 ? null : NO_SCORE
}

/** What people read in place of the score of a site. */
const NO_SCORE = 'None. No page that can be indexed was read'

function pairs(name: string, value: string | null): (readonly [string, string])[] {
  return value === null ? [] : [[name, value]]
}

/** An item in the parts that a report for people shows. */
export interface ItemWords extends Omit<SiteItem, 'facts'> {
  /** Further facts: `status 404`. */
  readonly details: readonly string[]
}

/** Sorts the parts of an item. */
export function wordsOf(item: Item): ItemWords {
  const { facts, ...parts } = siteItem(item)
  return { ...parts, details: Object.entries(facts).flatMap(([name, one]) => detailOf(name, one)) }
}

function detailOf(name: string, value: unknown): string[] {
  if (value === null) return []
  if (Array.isArray(value)) return [`${name}: ${value.join(' → ')}`]
  return [`${name.replaceAll('_', ' ')} ${value}`]
}
