import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { type AuditGroup, type AuditParameters, auditGroupsOf } from '#shared/operations/seo-audit.ts'
import type { RuleResult } from '../engine/run-rules.ts'
import type { Facts } from '../facts/facts.ts'
import { gainsOf, scoreOf } from '../scoring/score.ts'
import { SCHEMA_VERSION } from '../versions.ts'
import { issuesOf } from './issues.ts'
import { contentSection, mediaSection, metricsOf, structuredSection } from './sections/content.ts'
import { contextSection, diagnosticsSection, httpSection } from './sections/context.ts'
import { i18nSection } from './sections/i18n.ts'
import { causesOf, indexabilitySection } from './sections/indexability.ts'
import { scoringSection, summarySection } from './sections/scoring.ts'
import { webVitalsSection } from './sections/web-vitals.ts'

/** An audit with every group, before it is compared with an earlier one. */
export type AuditResult = Required<SeoAuditResult>

export type AuditRequest = Pick<AuditParameters, 'url' | 'device' | 'vitals'>

/** Builds the result of an audit from the verdicts of its rules (`infra/docs/clients.md#seo-audit`). */
export function auditResult(
  facts: Facts,
  input: AuditInput,
  ruleResults: readonly RuleResult[],
  { url, device, vitals }: AuditRequest,
): AuditResult {
  const causes = causesOf(facts, ruleResults)
  const cause = causes.notIndexable ?? causes.cap
  const score = scoreOf(ruleResults, causes)
  const issues = issuesOf(ruleResults, score, facts, cause)
  return {
    schema_version: SCHEMA_VERSION,
    url,
    scannedAt: input.page.fetchedAt,
    scoring: scoringSection(score, device),
    issues,
    metrics: metricsOf(facts),
    indexability: indexabilitySection(facts, ruleResults),
    http: httpSection(facts),
    web_vitals: vitals === 'none' ? null : webVitalsSection(facts),
    content: contentSection(facts),
    structured_data: structuredSection(facts),
    i18n: i18nSection(facts, ruleResults),
    media: mediaSection(facts),
    summary: summarySection(ruleResults, issues, gainsOf(score), cause),
    context: contextSection(facts),
    diagnostics: diagnosticsSection(facts, input, ruleResults),
    technologies: facts.metadata.tech_stack ?? [],
    diff: null,
  }
}

/** Keeps the sections that the `fields` parameter names. Each group has the name of its key. */
export function selectFields(result: AuditResult, fields: string): SeoAuditResult {
  const groups = new Set<string>(auditGroupsOf(fields))
  if (groups.has('all' satisfies AuditGroup)) return result
  const { schema_version, url, scannedAt, ...sections } = result
  const wanted = Object.entries(sections).filter(([name]) => groups.has(name))
  return { schema_version, url, scannedAt, ...Object.fromEntries(wanted) }
}
