import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { siteRules } from '../rules/index.ts'
import type { AnalysedSite, SiteItem, SiteRule } from '../rules/site-rule.ts'
import { CutList } from './cut-list.ts'
import { byLoss } from './finding-order.ts'
import { pagesUrl } from './pages-url.ts'

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
