import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { pageRuleIds, siteRuleIds } from '#shared/operations/rule-ids.ts'
import { ruleTexts } from '#shared/operations/rule-texts.ts'
import { MOST_EXAMPLES } from '#shared/ports/batches.ts'
import { recordedReport } from './recorded-report.ts'

const ORIGIN = 'https://shop.example'
const severities = ['error', 'warning', 'info'] as const
const urlOf = (at: number, path: string) => `${ORIGIN}/${path}/kettle-${at}.html`
const many = <T>(count: number, one: (at: number) => T) => Array.from({ length: count }, (_, at) => one(at))

type Rule = SiteReport['rules'][number]
type Issue = SiteReport['site_issues'][number]

function ruleAt(id: string, at: number, of: number, path: string, message: string, pages: number): Rule {
  const { title = id, why = '', effort = 'hours' } = ruleTexts(id) ?? {}
  const severity = severities[Math.floor((at * 3) / of)] as Rule['severity']
  return {
    ...(recordedReport.rules[0] as Rule),
    ...{ rule_id: id, title, why, effort, severity, pages, points: (of - at) / 10 },
    examples: many(Math.min(pages, MOST_EXAMPLES), (n) => ({
      url: urlOf(n, path),
      selector: null,
      snippet: null,
      message: `${message} ${n}`,
    })),
  }
}

function issueAt(id: string, at: number, of: number, items: Issue['items'], total: number): Issue {
  const { title = id, why = '', effort = 'hours' } = ruleTexts(id) ?? {}
  const severity = severities[Math.floor((at * 3) / of)] as Issue['severity']
  return {
    ...{
      id,
      title,
      why,
      effort,
      severity,
      points: (of - at) / 2,
      affected: total,
      items_total: total,
      items,
    },
    fix: 'Correct the URL of each link, or remove the link; redirect URLs that have moved.',
    ...{ docs_url: 'https://authority.test/errors', pages_url: `/batches/b/pages?rule=${id}` },
  }
}

/** The report on a site of 70 pages with 30 issues: 18 of rules about pages, 12 of rules about the site. */
export function siteOfSeventy(): SiteReport {
  const path = 'shop/kitchen'
  const rules = [...pageRuleIds].slice(40, 58)
  const issues = [...siteRuleIds].slice(0, 12)
  const itemsOf = (at: number) =>
    many(30 - at, (n) => ({
      url: urlOf(n, path),
      ...(at % 3 === 1 && { status: 404, sources: [{ url: urlOf(n + 1, path), text: 'Read more' }] }),
      ...(at % 3 === 2 && { value: `Kettle ${n}`, urls: [urlOf(n, path), urlOf(n + 1, path)] }),
    }))
  return {
    ...recordedReport,
    batch: { ...recordedReport.batch, seeds: [`${ORIGIN}/`] },
    pages: {
      ...{ total: 70, indexable: 61, not_indexable: 8, failed: 1, unknown: 0 },
      ...{
        by_status: { 200: 61, 301: 4, 404: 4 },
        by_depth: { 0: 1, 1: 12, 2: 34, 3: 23 },
        by_code: { TIMEOUT: 1 },
      },
    },
    rules: rules.map((id, at) => ruleAt(id, at, rules.length, path, 'The title is too long: characters', 70)),
    site_issues: issues.map((id, at) => issueAt(id, at, issues.length, itemsOf(at), 30 - at)),
  }
}

/** The report on a site of 100,000 pages on which every rule found as much as a report may have. `path`: of all of its URLs. */
export function largeReport(path = 'catalogue/kitchen/kettles-with-a-long-name'): SiteReport {
  const rules = [...pageRuleIds]
  const issues = [...siteRuleIds]
  const groups = many(50, (n) => ({
    value: path,
    urls: many(100, (m) => urlOf(n * m, path)),
    urls_total: 500,
  }))
  const links = many(1000, (n) => ({
    ...{ url: urlOf(n, path), status: 404, sources: many(20, (m) => ({ url: urlOf(m, path), text: path })) },
    sources_total: 90,
  }))
  return {
    ...recordedReport,
    pages: { ...recordedReport.pages, total: 100_000, indexable: 100_000 },
    rules: rules.map((id, at) => ruleAt(id, at, rules.length, path, path, 80_000)),
    site_issues: issues.map((id, at) =>
      issueAt(id, at, issues.length, at % 2 === 0 ? links : groups, 80_000),
    ),
  }
}
