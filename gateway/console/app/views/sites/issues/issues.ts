import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { type Filter, filterFindings, rankOf } from '../../batches/report/filter.ts'

type Rule = SiteReport['rules'][number]
type Finding = SiteReport['site_issues'][number]

/** A finding of a report, be it of a rule about pages or about the site. */
export interface Issue {
  readonly id: string
  readonly severity: string
  /** `site` for rules about the site. */
  readonly category: string
  readonly title: string
  /** Why it matters; null = the report does not tell. */
  readonly why: string | null
  readonly fix: string
  /** What the fix takes: minutes, hours or days; null = the report does not tell. */
  readonly effort: string | null
  readonly docs_url: string
  readonly pages: number
  /** Points of the site's score. */
  readonly points: number
  /** Of a rule about pages: what was found on the first pages. */
  readonly examples: Rule['examples']
  /** Of a rule about the site: its items. */
  readonly items: Finding['items']
}

/** The findings of both kinds in one list: by severity, then points lost, then pages, then title. */
export function issuesOf({ rules, site_issues }: Pick<SiteReport, 'rules' | 'site_issues'>): Issue[] {
  return [...rules.map(ofPages), ...site_issues.map(ofSite)].sort(
    (a, b) =>
      rankOf(a.severity) - rankOf(b.severity) ||
      b.points - a.points ||
      b.pages - a.pages ||
      a.title.localeCompare(b.title, 'en'),
  )
}

function ofPages({ rule_id: id, why, effort, ...rule }: Rule): Issue {
  const { severity, category, title, fix, docs_url, pages, points, examples } = rule
  const known = { why: why ?? null, effort: effort ?? null, items: [] }
  return { id, severity, category, title, fix, docs_url, pages, points, examples, ...known }
}

function ofSite({ affected: pages, effort, ...finding }: Finding): Issue {
  const { id, severity, title, why, fix, docs_url, points, items } = finding
  const known = { category: 'site', effort: effort ?? null, examples: [] }
  return { id, severity, title, why, fix, docs_url, pages, points, items, ...known }
}

/** The issues that match. */
export function filterIssues(issues: readonly Issue[], filter: Filter): Issue[] {
  return filterFindings(issues, filter, ({ id }) => id)
}

/** The number of issues of a severity. */
export function countOf(issues: readonly Issue[], severity: string): number {
  return issues.filter((one) => one.severity === severity).length
}
