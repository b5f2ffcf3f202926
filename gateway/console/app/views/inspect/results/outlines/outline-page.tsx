import { createContext } from 'preact'
import type { PerformanceDetails } from '#shared/operations/results/performance-details.ts'
import type { Issue } from '../audit/issues/issue-groups.ts'

/** The page whose elements can be outlined: its URL, the device it was inspected as, and the selectors of all findings. */
export interface OutlinePage {
  readonly url: string
  readonly device: string
  /** They are located together, so that one screenshot serves all. The first ones count. */
  readonly selectors: readonly string[]
}

/** The page of the results below; null = elements are not outlined. */
export const OutlinePageContext = createContext<OutlinePage | null>(null)

/** The selectors of the largest paint and of all tips. */
export function selectorsOfDetails({ lcp, tips }: PerformanceDetails): readonly string[] {
  const ofTips = tips.flatMap(({ items }) => items.flatMap(({ selector }) => selector ?? []))
  return lcp?.selector ? [lcp.selector, ...ofTips] : ofTips
}

/** The selectors of all issues of an audit, those of each issue's own element first. */
export function selectorsOfIssues(issues: readonly Issue[]): readonly string[] {
  const own = issues.flatMap(({ selector }) => selector ?? [])
  const further = issues.flatMap(({ evidence = [] }) => evidence.flatMap(({ selector }) => selector ?? []))
  return [...own, ...further]
}
