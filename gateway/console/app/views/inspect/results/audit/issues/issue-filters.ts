import { hasText } from '../../../../../ui/table/has-text.ts'
import type { Issue } from './issue-groups.ts'

/** What issues are shown. An empty text stands for all. */
export interface IssueFilters {
  readonly severity: string
  readonly category: string
  /** `true`, `false`, or empty. */
  readonly fixable: string
  readonly text: string
}

/** The parameters of the address that hold the filters. None of them is a parameter of the API. */
export const filterParameters: Readonly<Record<keyof IssueFilters, string>> = {
  severity: 'show_severity',
  category: 'show_category',
  fixable: 'show_fixable',
  text: 'show_text',
}

/** The filters that an address names. */
export function filtersOf(parameters: Pick<URLSearchParams, 'get'>): IssueFilters {
  const value = (name: keyof IssueFilters) => parameters.get(filterParameters[name]) ?? ''
  return {
    severity: value('severity'),
    category: value('category'),
    fixable: value('fixable'),
    text: value('text'),
  }
}

/** Whether an issue is shown. The text may stand in any of its texts, in upper or lower case. */
export function matches(issue: Issue, { severity, category, fixable, text }: IssueFilters): boolean {
  return (
    (severity === '' || issue.severity === severity) &&
    (category === '' || issue.category === category) &&
    (fixable === '' || String(issue.fixable) === fixable) &&
    hasText(textsOf(issue), text)
  )
}

function textsOf(issue: Issue): readonly (string | null)[] {
  const { source_rule, title = null, message, recommendation, selector, snippet, evidence = [] } = issue
  const found = evidence.flatMap((one) => [one.selector, one.value])
  return [source_rule, title, message, recommendation, selector, snippet, ...found]
}
