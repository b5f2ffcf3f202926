import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import type { RuleResult } from '../../engine/rule-result.ts'
import type { Facts } from '../../facts/facts.ts'

/**
 * Section `diagnostics`: which look-ups were done, which were skipped, and which rules are undecided
 * (`infra/docs/contract.md#seo-audit`).
 */
export function diagnosticsSection(
  { document, scriptless, robots, sitemaps, targets, structured }: Facts,
  { probes, unasked, timings }: AuditInput,
  ruleResults: readonly RuleResult[],
) {
  const idsOf = (kind: string) =>
    ruleResults.filter(({ verdict }) => verdict.kind === kind).map(({ rule }) => rule.id)
  return {
    rules: {
      not_applicable: idsOf('not_applicable'),
      undecided: ruleResults.flatMap(({ rule, verdict }) =>
        verdict.kind === 'not_decidable' ? [{ rule_id: rule.id, reason: verdict.reason }] : [],
      ),
    },
    gathered: {
      robots_txt: robots.state,
      sitemaps: sitemaps.files.length,
      sitemaps_complete: sitemaps.isComplete,
      probes: probes.length,
      targets: targets.size,
      unasked: [...unasked],
    },
    timings_ms: Object.fromEntries(Object.entries(timings).map(([name, ms]) => [name, Math.round(ms)])),
    parsing: {
      elements: document.all.length,
      quirks_mode: document.quirks,
      truncated: document.cut,
      scriptless_parse: scriptless !== document,
      structured_data_truncated: structured.isCut,
    },
  }
}
