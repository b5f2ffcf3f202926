import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import { defaultBudgets } from '#stages/score/audit/document/parse-tree.ts'
import type { Evidence, Verdict } from '#stages/score/audit/engine/rule.ts'
import { runRules } from '#stages/score/audit/engine/run-rules.ts'
import { buildFacts } from '#stages/score/audit/facts/build-facts.ts'
import type { Facts } from '#stages/score/audit/facts/facts.ts'
import type { AuditResult } from '#stages/score/audit/result/audit-result.ts'
import { auditResult } from '#stages/score/audit/result/audit-result.ts'
import { rules } from '#stages/score/audit/rules/index.ts'
import { type AuditPage, auditMaterial, PAGE_URL } from '#test/support/audit/audit-page.ts'

/** One audit: its answer, and what it was made from. */
export interface Answer {
  readonly result: AuditResult
  readonly facts: Facts
  /** Ids of rules that failed. */
  readonly failed: ReadonlySet<string>
  readonly passed: ReadonlySet<string>
  /** The places that a failed rule names; none for another rule. */
  evidenceOf(id: string): readonly Evidence[]
  readonly crashed: readonly string[]
}

/** What the score stage knows of a page: from its own parse, and from extract. */
export interface Knowledge {
  readonly url: string
  readonly material: AuditInput
  readonly facts: Facts
}

export function knowledgeOf(page: AuditPage): Knowledge {
  const { material, body } = auditMaterial(page)
  const url = page.url ?? PAGE_URL
  return {
    url,
    material,
    facts: buildFacts(material, body, { url, device: 'mobile', budgets: defaultBudgets }),
  }
}

/** Audits a page with all rules. */
export function answerOf({ url, material, facts }: Knowledge): Answer {
  const { ruleResults, crashed } = runRules(rules, facts)
  const result = auditResult(facts, material, ruleResults, { url, device: 'mobile', vitals: 'none' })
  const verdicts = new Map<string, Verdict>(ruleResults.map(({ rule, verdict }) => [rule.id, verdict]))
  const idsOf = (kind: Verdict['kind']) =>
    new Set([...verdicts].flatMap(([id, verdict]) => (verdict.kind === kind ? id : [])))
  return {
    result,
    facts,
    failed: idsOf('fail'),
    passed: idsOf('pass'),
    evidenceOf(id) {
      const verdict = verdicts.get(id)
      return verdict?.kind === 'fail' ? verdict.evidence : []
    },
    crashed: crashed.map(({ id, error }) => `${id}: ${error}`),
  }
}
