import { hasText } from '../../../ui/table/has-text.ts'
import type { Issue } from '../results/audit/issues/issue-groups.ts'
import type { Finding } from './finding.ts'

/** What findings are shown. An empty text stands for all. */
export interface FindingFilters {
  readonly severity: string
  readonly category: string
  /** A check by its name in the API. */
  readonly operation: string
  /** `true`, `false`, or empty; tips of the lab do not say it. */
  readonly fixable: string
  readonly text: string
}

/** The parameters of the address that hold the filters. None of them is a parameter of the API. */
export const filterParameters: Readonly<Record<keyof FindingFilters, string>> = {
  severity: 'show_severity',
  category: 'show_category',
  operation: 'show_operation',
  fixable: 'show_fixable',
  text: 'show_text',
}

/** The parameters of an address that show all findings again. */
export const unfiltered: Readonly<Record<string, undefined>> = Object.fromEntries(
  Object.values(filterParameters).map((name) => [name, undefined]),
)

/** The filters that an address names. */
export function filtersOf(parameters: Pick<URLSearchParams, 'get'>): FindingFilters {
  const value = (name: keyof FindingFilters) => parameters.get(filterParameters[name]) ?? ''
  return {
    severity: value('severity'),
    category: value('category'),
    operation: value('operation'),
    fixable: value('fixable'),
    text: value('text'),
  }
}

/** Whether an issue of an audit is shown. The text may stand in any of its texts, in upper or lower case. */
export function matchesIssue(
  issue: Issue,
  { severity, category, operation, fixable, text }: FindingFilters,
): boolean {
  return (
    (operation === '' || operation === 'seo-audit') &&
    (severity === '' || issue.severity === severity) &&
    (category === '' || issue.category === category) &&
    (fixable === '' || String(issue.fixable) === fixable) &&
    hasText(textsOfIssue(issue), text)
  )
}

function textsOfIssue(issue: Issue): readonly (string | null)[] {
  const { source_rule, title = null, message, recommendation, selector, snippet, evidence = [] } = issue
  const found = evidence.flatMap((one) => [one.selector, one.value])
  return [source_rule, title, message, recommendation, selector, snippet, ...found]
}

/** Whether a finding that is no group of issues is shown: a tip, or a fix of a summary. */
export function matchesFinding(finding: Finding, filters: FindingFilters): boolean {
  const { severity, category, operation, fixable, text } = filters
  return (
    (operation === '' || operation === finding.operation) &&
    (severity === '' || finding.severity === severity) &&
    (category === '' || finding.category === category) &&
    fixable === '' &&
    hasText(textsOfFinding(finding), text)
  )
}

function textsOfFinding({ id, title, found, fix, why, tip }: Finding): readonly (string | null)[] {
  const items = tip?.items.flatMap((one) => [one.url, one.selector, one.text]) ?? []
  return [id, title, found, fix, why, ...items]
}
