import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { groupsOf, type Issue } from '../results/audit/issues/issue-groups.ts'
import { auditSumOf, costsOf } from '../results/audit/score/score-sum.ts'
import type { Partly } from '../results/partial.ts'
import { type FindingFilters, matchesFinding, matchesIssue } from './filters.ts'
import type { Finding } from './finding.ts'
import { blockingRuleOf, findingsOfFixes, findingsOfGroups, findingsOfTips, inOrder } from './merge.ts'

/** The results that findings come from, as far as they are there. */
export interface FindingSources {
  readonly audit: Partly<SeoAuditResult> | null
  readonly performance: Partly<PerformanceResult> | null
}

/** What of the results the filters leave. */
export interface FilteredFindings {
  readonly findings: readonly Finding[]
  /** Issues of the audit that are shown, and all of them; the same of tips. */
  readonly issues: { readonly shown: number; readonly all: number }
  readonly tips: { readonly shown: number; readonly all: number }
}

/** The findings of a page that the filters leave, in the order in which to fix them. */
export function filteredFindings(
  { audit, performance }: FindingSources,
  filters: FindingFilters,
): FilteredFindings {
  const all: readonly Issue[] = audit?.issues ?? []
  const issues = all.filter((issue) => matchesIssue(issue, filters))
  const costs = audit?.scoring ? costsOf(auditSumOf(audit.scoring)) : new Map<string, number>()
  const rules = findingsOfGroups(groupsOf(issues), costs, audit === null ? null : blockingRuleOf(audit))
  const fixes = audit?.issues ? [] : findingsOfFixes(audit?.summary?.top_fixes ?? [])
  const tips = performance === null ? [] : findingsOfTips(performance)
  const shownTips = tips.filter((one) => matchesFinding(one, filters))
  const shownFixes = fixes.filter((one) => matchesFinding(one, filters))
  return {
    findings: inOrder([...rules, ...shownFixes, ...shownTips]),
    issues: { shown: issues.length + shownFixes.length, all: all.length + fixes.length },
    tips: { shown: shownTips.length, all: tips.length },
  }
}
