import { createHash } from 'node:crypto'
import { type Element, isTag } from 'domhandler'
import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { requestedPage } from '../derived/page/requested-page.ts'
import type { Evidence, Severity } from '../engine/rule.ts'
import { type FailedRule, failedRules, messageOf, type RuleResult } from '../engine/run-rules.ts'
import type { Facts } from '../facts/facts.ts'
import { type Cause, gainsOf, type Score } from '../scoring/score.ts'
import { truncate } from './truncate.ts'

/** One issue as clients get it; one for each failed rule. */
export type Issue = NonNullable<SeoAuditResult['issues']>[number]

const severities: readonly Severity[] = ['error', 'warning', 'info']

/**
 * The failed rules as issues. The cause that keeps the page out of search results goes first, then by severity, then by the points that
 * the fix gains.
 */
export function issuesOf(
  ruleResults: readonly RuleResult[],
  score: Score,
  facts: Facts,
  cause: Cause | null,
): Issue[] {
  const isCause = ({ rule }: FailedRule) => Number(rule.id === cause?.ruleId)
  const gains = gainsOf(score)
  const gain = ({ rule }: FailedRule) => gains.get(rule.id) ?? 0
  const failed = failedRules(ruleResults).toSorted(
    (a, b) =>
      isCause(b) - isCause(a) ||
      severities.indexOf(a.rule.severity) - severities.indexOf(b.rule.severity) ||
      gain(b) - gain(a),
  )
  return failed.map((one, index) => issueOf(one, index + 1, facts))
}

function issueOf(failed: FailedRule, priority: number, facts: Facts): Issue {
  const { rule, verdict } = failed
  const { evidence } = verdict
  return {
    id: fingerprint(failed, facts),
    code: rule.id.toUpperCase().replaceAll('-', '_'),
    severity: rule.severity,
    priority,
    category: rule.category,
    title: rule.title,
    message: messageOf(failed),
    recommendation: rule.fix,
    ...whereOf(evidence[0], facts),
    estimated_effort: rule.effort,
    docs_url: rule.reference,
    impact: rule.impact,
    why_it_matters: rule.why,
    fixable: rule.fixable,
    source_rule: rule.id,
    ...(evidence.length > 0 && { evidence: evidence.map((one) => evidenceOf(one, facts)) }),
    ...(rule.thresholds && { thresholds: rule.thresholds }),
  }
}

function whereOf(evidence: Evidence | undefined, { document }: Facts) {
  const node = evidence?.node ?? null
  if (node === null) return { selector: null, snippet: null, location: null }
  const place = document.sourceLocation(node as Element)
  return {
    selector: isTag(node) ? document.selectorOf(node) : null,
    snippet: document.snippetOf(node as Element) || null,
    location: place && { offset: place.start, line: place.line, column: place.column },
  }
}

function evidenceOf({ node, value }: Evidence, { document }: Facts) {
  return {
    selector: node !== null && isTag(node) ? document.selectorOf(node) : null,
    value: truncate(value),
  }
}

/** Attributes that identify an element wherever it stands. */
const identifyingAttributes = ['id', 'name', 'property', 'rel', 'href', 'src', 'hreflang', 'for'] as const

/**
 * A stable id: the same fault of the same page keeps it while other parts of the page change. It covers the rule,
 * the page and, for a fault of one element, the attributes that identify it. Faults of many elements count as one,
 * so fixing some of them does not change the id.
 */
function fingerprint({ rule, verdict }: FailedRule, facts: Facts): string {
  const node = verdict.extent === null ? verdict.evidence[0]?.node : null
  const place =
    node && isTag(node) ? [node.name, ...identifyingAttributes.map((name) => node.attribs[name] ?? '')] : []
  const text = JSON.stringify([rule.id, requestedPage(facts).href, facts.request.device, place])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
