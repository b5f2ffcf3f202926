import { type SiteItem, siteItem } from '#shared/operations/results/site-item.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import type { Severity } from './severities.ts'

type Item = SiteReport['site_issues'][number]['items'][number]

/** What a report for people has besides the findings. */
export interface ReportAbout {
  /** URL of the service for links, without a trailing slash. */
  readonly publicUrl: string
  /** Severities of the findings that it has; null = all. */
  readonly severities: readonly Severity[] | null
}

/** What each operation is called. */
const checks: Readonly<Record<string, string>> = {
  snapshot: 'Snapshot',
  metadata: 'Metadata',
  performance: 'Performance',
  'seo-audit': 'SEO audit',
}

/** A time as people read it: `2026-11-26 19:35 UTC`. */
const timeOf = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

/** The figures of a report, by their names for people. */
export function factsOf(
  { batch, pages, score, scores }: SiteReport,
  severities: ReportAbout['severities'],
): (readonly [name: string, value: string])[] {
  const { operation, state, created_at: started, finished_at: finished } = batch
  return [
    ...pairs('Score', score === null ? withoutScore(pages) : `${score.overall} of 100`),
    ...pairs('Mean page score', scores && `${scores.mean}`),
    ...pairs('Median page score', scores && `${scores.median}`),
    ['Pages', `${pages.total}`],
    ['Indexable', `${pages.indexable}`],
    ['Not indexable', `${pages.not_indexable}`],
    ...pairs('Unknown', pages.unknown === 0 ? null : `${pages.unknown}`),
    ['Failed', `${pages.failed}`],
    ['Check', checks[operation] ?? operation],
    ['State', state],
    ['Started', timeOf(started)],
    ...pairs('Finished', finished && timeOf(finished)),
    ...pairs('Issues shown', severities === null ? null : severities.join(', ')),
  ]
}

/** Why there is no score; null before the first page. */
function withoutScore({ total }: SiteReport['pages']): string | null {
  return total === 0 ? null : NO_SCORE
}

/** What people read in place of the score of a site. */
const NO_SCORE = 'None. No page that can be indexed was read'

/** What a report that is not complete says of itself; null = it is complete. */
export function preliminary({ complete, pages: { total } }: SiteReport): string | null {
  return complete ? null : `Preliminary: ${countOf(total, 'page')} so far.`
}

/** A number with its noun: `1 page`, `2 pages`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The list of all pages of a finding, in the console of the service at this URL. */
export function allPagesUrl({ pages_url }: { readonly pages_url: string }, publicUrl: string): string {
  return `${publicUrl}/#${pages_url}`
}

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
  return [`${name.replaceAll('_', ' ')} ${inWords(value)}`]
}

/** A word of the interface, such as `dns_failure`, as words; anything else as it is. */
function inWords(value: unknown): string {
  const text = String(value)
  return /^[a-z]+(?:_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text
}
