import { type SiteItem, siteItem } from '#shared/operations/results/site-item.ts'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import type { Branding } from './branding.ts'
import type { Severity } from './severities.ts'
import { siteName } from './words/site-name.ts'

type Item = SiteReport['site_issues'][number]['items'][number]

/** What a report for people has besides the findings. */
export interface ReportAbout {
  /** URL of the service for links, without a trailing slash. */
  readonly publicUrl: string
  /** Severities of the findings that it has; null = all. */
  readonly severities: readonly Severity[] | null
  /** The names that it carries; absent = none. */
  readonly branding?: Branding
  /** Scores of the site's crawls, the oldest first; absent = not known. */
  readonly history?: readonly ScoredCrawl[]
}

/** The score of a crawl of a site. */
export interface ScoredCrawl {
  /** Id of the batch. */
  readonly batch: string
  /** When it finished: RFC 3339 in UTC. */
  readonly at: string
  readonly score: number
}

/** What a report as HTML has besides the findings. */
export interface HtmlAbout extends Omit<ReportAbout, 'publicUrl'> {
  /** As that of `ReportAbout`; null for readers without a key, who get no links into the service. */
  readonly publicUrl: string | null
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

const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The day of a time in UTC as people write it: `26 November 2026`. */
export function dayOf(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? 'an unknown day' : days.format(time)
}

/** The title of a report for people. */
export function titleOf(report: SiteReport, branding: Branding | undefined): string {
  return branding?.title ?? `SEO report: ${siteName(report)}`
}

type Fact = readonly [name: string, value: string]

/** The figures of a report and of its crawl, by their names for people. */
export function factsOf(report: SiteReport, severities: ReportAbout['severities']): Fact[] {
  return [...figuresOf(report), ...crawlFactsOf(report, severities)]
}

/** The figures of a report. */
export function figuresOf({ pages, score, scores }: SiteReport): Fact[] {
  return [
    ...pairs('Score', score === null ? withoutScore(pages) : `${number(score.overall)} of 100`),
    ...pairs('Mean page score', scores && number(scores.mean)),
    ...pairs('Median page score', scores && number(scores.median)),
    ['Pages', number(pages.total)],
    ['Indexable', number(pages.indexable)],
    ['Not indexable', number(pages.not_indexable)],
    ...pairs('Unknown', pages.unknown === 0 ? null : number(pages.unknown)),
    ['Failed', number(pages.failed)],
  ]
}

/** What a report is made from. */
export function crawlFactsOf({ batch }: SiteReport, severities: ReportAbout['severities']): Fact[] {
  const { operation, state, created_at: started, finished_at: finished } = batch
  return [
    ['Check', checks[operation] ?? operation],
    ['State', state],
    ['Started', timeOf(started)],
    ...pairs('Finished', finished && timeOf(finished)),
    ...pairs('Issues shown', severities === null ? null : severities.join(', ')),
  ]
}

/** What the fix of a finding gains: of the mean score of the pages, or of the score of the site. */
export function gainOf({
  points,
  isOfSite,
}: {
  readonly points: number
  readonly isOfSite: boolean
}): string {
  return `${countOf(points, 'point')} of the ${isOfSite ? 'site' : 'page'} score`
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

const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** A number as people read it: `12,345.68`. */
export function number(value: number): string {
  return figures.format(value)
}

/** A number with its noun: `1 page`, `2 pages`. */
export function countOf(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `All 12 pages`, where there is one, `The page`. */
export function allOf(count: number, noun: string): string {
  return count === 1 ? `The ${noun}` : `All ${countOf(count, noun)}`
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
