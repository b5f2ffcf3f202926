import type { SiteReport } from './site-report.ts'

type PageRule = SiteReport['rules'][number]
type SiteIssue = SiteReport['site_issues'][number]

/** What is wrong with a site, whether a rule about pages or about the site found it. */
export interface Finding {
  readonly id: string
  readonly isOfSite: boolean
  readonly severity: PageRule['severity']
  /** `site` for rules about the site. */
  readonly category: string
  readonly title: string
  /** Null where a former version of the service made the report. */
  readonly why: string | null
  readonly fix: string
  readonly effort: 'minutes' | 'hours' | 'days' | null
  readonly docs_url: string
  /** What it takes: of the score of the site, or of the mean score of its pages. */
  readonly points: number
  /** Pages, or URLs, that it concerns. */
  readonly pages: number
  readonly pages_url: string
  /** Where a rule about pages found it: the first ones of `pages`. */
  readonly examples: PageRule['examples']
  /** What a rule about the site found: the first ones of `items_total`. */
  readonly items: SiteIssue['items']
  readonly items_total: number
}

const ranks = { error: 0, warning: 1, info: 2 } as const

/** The findings of both kinds in one order: by severity, then points, then pages, then title. */
export function findingsOf({ rules, site_issues }: Pick<SiteReport, 'rules' | 'site_issues'>): Finding[] {
  return [...site_issues.map(ofSite), ...rules.map(ofPages)].sort(
    (a, b) =>
      ranks[a.severity] - ranks[b.severity] ||
      b.points - a.points ||
      b.pages - a.pages ||
      (a.title < b.title ? -1 : 1),
  )
}

function ofPages({ rule_id, ...rule }: PageRule): Finding {
  const texts = { why: rule.why ?? null, effort: rule.effort ?? null }
  return { ...rule, ...texts, id: rule_id, isOfSite: false, items: [], items_total: 0 }
}

function ofSite({ affected, ...issue }: SiteIssue): Finding {
  const about = { isOfSite: true, category: 'site', effort: issue.effort ?? null }
  return { ...issue, ...about, pages: affected, examples: [] }
}
