import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { siteRules } from '../rules/index.ts'
import type { AnalysedSite, SiteItem, SiteRule } from '../rules/site-rule.ts'

type SiteIssue = SiteReport['site_issues'][number]
/** An issue without what depends on its batch and on the score. */
type FoundIssue = Omit<SiteIssue, 'points' | 'pages_url'>

/** URLs of a group of pages that a report shows. */
const MAX_URLS = 100

/** The rules that found something in what was gathered, errors first. */
export function siteIssuesOf(site: AnalysedSite): FoundIssue[] {
  return applicableRules(site).flatMap((rule) => issueOf(rule, site) ?? [])
}

/** The issues of a batch with what each takes from the score, those that take most first. */
export function withPoints(
  issues: readonly FoundIssue[],
  score: SiteReport['score'],
  batch: string,
): SiteIssue[] {
  const pointsOf = new Map(score?.deductions.map(({ id, points }) => [id, points]))
  return issues
    .map((issue) => ({ ...issue, points: pointsOf.get(issue.id) ?? 0, pages_url: pagesUrl(batch, issue.id) }))
    .sort(byLoss(({ affected }) => affected))
}

/** The rules for which enough was gathered. */
export function applicableRules({ hasLinks, hasSitemaps }: AnalysedSite): readonly SiteRule[] {
  const isMet = { pages: true, links: hasLinks, sitemaps: hasLinks && hasSitemaps }
  return siteRules.filter(({ needs }) => isMet[needs])
}

function issueOf(rule: SiteRule, site: AnalysedSite): FoundIssue | null {
  const found = new CutList<SiteItem>()
  const affected = new UrlCounter()
  for (const item of rule.find(site)) {
    affected.add(item)
    found.add(shortened(item))
  }
  if (found.total === 0) return null
  const { id, severity, title, why, fix, effort, reference } = rule
  return {
    id,
    severity,
    title,
    why,
    fix,
    effort,
    docs_url: reference,
    affected: affected.count,
    items_total: found.total,
    items: found.entries,
  }
}

/** Counts the different URLs that items name. Those of one page come one after the other. */
class UrlCounter {
  readonly #ofGroups = new Set<string>()
  #pages = 0
  #last = ''

  add(item: SiteItem): void {
    if ('urls' in item) for (const url of urlsOf(item)) this.#ofGroups.add(url)
    else if (item.url !== this.#last) {
      this.#last = item.url as string
      this.#pages += 1
    }
  }

  get count(): number {
    return this.#pages + this.#ofGroups.size
  }
}

/** A large group of pages with its first URLs, and how many it has. */
export function shortened(item: SiteItem, most = MAX_URLS): SiteItem {
  if (!('urls' in item)) return item
  const { urls } = item as { readonly urls: string[] }
  return urls.length <= most ? item : { ...item, urls: urls.slice(0, most), urls_total: urls.length }
}

/** The pages or addresses that an item names. */
export function urlsOf(item: SiteItem): readonly string[] {
  return 'urls' in item ? (item.urls as readonly string[]) : [item.url as string]
}

/** Entries of a list that a report shows, and characters of their JSON. */
const MAX_ENTRIES = 1000
const MAX_CHARS = 500_000

/** A list of which the first entries are kept, so that no site makes a report of any size. */
export class CutList<Entry> {
  readonly entries: Entry[] = []
  total = 0
  #chars = 0

  add(entry: Entry): void {
    this.total += 1
    // Once one is left out, so are those after it: what is shown is the beginning.
    if (this.entries.length < this.total - 1 || this.entries.length === MAX_ENTRIES) return
    const chars = JSON.stringify(entry).length
    if (this.#chars + chars > MAX_CHARS) return
    this.#chars += chars
    this.entries.push(entry)
  }
}

const ranks = { error: 0, warning: 1, info: 2 } as const

interface Finding {
  readonly severity: keyof typeof ranks
  /** What it takes from a score. */
  readonly points: number
}

/** The order of findings: by severity, then by the points that they take, then by how much is affected, the most first. */
export function byLoss<T extends Finding>(affected: (finding: T) => number): (a: T, b: T) => number {
  return (a, b) => ranks[a.severity] - ranks[b.severity] || b.points - a.points || affected(b) - affected(a)
}

/** The path of all pages of a finding, by the id of its rule. */
export function pagesUrl(batch: string, rule: string): string {
  return `/batches/${batch}/pages?rule=${encodeURIComponent(rule)}`
}
