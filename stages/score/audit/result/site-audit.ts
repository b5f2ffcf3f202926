import {
  type AuditSiteFacts,
  type FailedPageRule,
  siteFactLimits,
} from '#shared/messages/payloads/site-facts.ts'
import { failedRules, type RuleResult } from '../engine/run-rules.ts'
import { RULE_VERSION } from '../versions.ts'
import type { AuditResult } from './audit-result.ts'

/** What a report on the site needs of an audit. Texts are cut. */
export function auditFactsOf(
  ruleResults: readonly RuleResult[],
  { scoring, issues }: AuditResult,
): AuditSiteFacts {
  const issueOf = new Map(issues.map((issue) => [issue.source_rule, issue]))
  const pointsOf = pointsByRule(scoring)
  const rules = failedRules(ruleResults).map(({ rule, verdict }): FailedPageRule => {
    const { selector = null, snippet = null, message = '', evidence = [] } = issueOf.get(rule.id) ?? {}
    return {
      id: rule.id,
      category: rule.category,
      severity: rule.severity,
      title: rule.title,
      fix: cut(rule.fix),
      docsUrl: rule.reference,
      elements: verdict.extent?.affected ?? 1,
      selector: selector === null ? null : cut(selector),
      snippet: snippet === null ? null : cut(snippet, siteFactLimits.snippetChars),
      message: cut(message),
      points: pointsOf.get(rule.id) ?? 0,
      evidence: evidence.slice(0, siteFactLimits.evidence).map((one) => ({
        selector: one.selector === null ? null : cut(one.selector),
        value: cut(one.value, siteFactLimits.snippetChars),
      })),
    }
  })
  const undecided = ruleResults.flatMap(({ rule, verdict }) =>
    verdict.kind === 'not_decidable' ? [rule.id] : [],
  )
  return {
    ruleVersion: RULE_VERSION,
    overall: scoring.overall,
    byCategory: scoring.by_category,
    rules,
    ...(undecided.length > 0 && { undecided }),
  }
}

const HUNDREDTHS = 100

/** Points of the overall score that each rule takes: those of its category by the weight of that, to two decimals. */
function pointsByRule({ deductions, weights }: AuditResult['scoring']): ReadonlyMap<string, number> {
  const points = new Map<string, number>()
  for (const { rule_id: rule, category, points: ofCategory } of deductions)
    if (rule !== null) points.set(rule, (points.get(rule) ?? 0) + ofCategory * weights[category])
  return new Map([...points].map(([rule, sum]) => [rule, Math.round(sum * HUNDREDTHS) / HUNDREDTHS]))
}

function cut(text: string, maxChars: number = siteFactLimits.ruleChars): string {
  return text.slice(0, maxChars).toWellFormed()
}
