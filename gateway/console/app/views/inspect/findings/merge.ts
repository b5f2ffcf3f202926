import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { inConsoleUnits } from '../../../ui/figures/console-units.ts'
import type { IssueGroup } from '../results/audit/issues/issue-groups.ts'
import type { Partly } from '../results/partial.ts'
import { type Finding, NO_GAIN, type Severity, severities } from './finding.ts'
import { weightOf } from './gain.ts'
import { tipDetailsOf } from './performance-details.ts'

type Fix = NonNullable<SeoAuditResult['summary']>['top_fixes'][number]

/** How severe a tip or the impact of a fix is, in the words of the audit. */
const severityOf: Readonly<Record<'high' | 'medium' | 'low', Severity>> = {
  high: 'error',
  medium: 'warning',
  low: 'info',
}

/** Rules of an audit that failed. `costs`: ten-thousandths of a point of the overall score, by rule. */
export function findingsOfGroups(
  groups: readonly IssueGroup[],
  costs: ReadonlyMap<string, number>,
  blockingRule: string | null,
): readonly Finding[] {
  return groups.map((group) => {
    const { rule, first } = group
    const { severity, category, title, message, recommendation, why_it_matters, docs_url } = first
    return {
      operation: 'seo-audit',
      id: rule,
      severity,
      category,
      title: title ?? message,
      found: title === undefined ? null : message,
      fix: recommendation,
      why: why_it_matters,
      docsUrl: docs_url,
      effort: first.estimated_effort,
      gain: { ...NO_GAIN, points: costs.get(rule) ?? 0 },
      isBlocking: rule === blockingRule,
      group,
      tip: null,
    }
  })
}

/** The fixes of a summary, for a result that has no issues. */
export function findingsOfFixes(fixes: readonly Fix[]): readonly Finding[] {
  return fixes.map((fix) => ({
    operation: 'seo-audit',
    id: fix.id,
    severity: severityOf[fix.impact],
    category: '',
    title: fix.title ?? fix.quick_fix,
    found: null,
    fix: fix.title === undefined ? null : fix.quick_fix,
    why: fix.why_it_matters,
    docsUrl: null,
    effort: fix.estimated_effort ?? null,
    gain: NO_GAIN,
    isBlocking: false,
    group: null,
    tip: null,
  }))
}

/** The tips of a lab run, with what its details know of them. */
export function findingsOfTips(result: Partly<PerformanceResult>): readonly Finding[] {
  return (result.tips ?? []).map(({ tip_id, severity, message: text, learn_more }) => {
    const tip = tipDetailsOf(result, tip_id)
    const message = inConsoleUnits(text)
    return {
      operation: 'performance',
      id: tip_id,
      severity: severityOf[severity],
      category: 'performance',
      title: tip?.title ?? message,
      found: null,
      fix: tip === null ? null : message,
      why: null,
      docsUrl: learn_more,
      effort: tip?.effort ?? null,
      gain: { points: 0, ms: tip?.saves_ms ?? null, kb: tip?.saves_kb ?? null },
      isBlocking: false,
      group: null,
      tip,
    }
  })
}

/**
 * Findings in the order in which to fix them: what keeps the page out of search results, then by severity, then by what a fix
 * gains. Where these are equal the order stays.
 */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort(
    (a, b) =>
      Number(b.isBlocking) - Number(a.isBlocking) ||
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      weightOf(b.gain) - weightOf(a.gain),
  )
}

/** The rule that keeps a page out of search results; null = none does, or it is not known. */
export function blockingRuleOf({ indexability, summary, issues }: Partly<SeoAuditResult>): string | null {
  const [first] = summary?.top_fixes ?? []
  if (indexability?.is_indexable !== false || first === undefined) return null
  return issues?.find(({ id }) => id === first.id)?.source_rule ?? null
}
