import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import type { AuditParameters } from '#shared/operations/seo-audit.ts'
import type { SeoAuditResult } from '#shared/operations/seo-audit-result.ts'
import type { Facts } from './facts.ts'
import { contentSection } from './result/content.ts'
import { contextSection } from './result/context.ts'
import { diagnosticsSection } from './result/diagnostics.ts'
import { httpSection } from './result/http.ts'
import { i18nSection } from './result/i18n.ts'
import { indexabilitySection, notIndexable } from './result/indexability.ts'
import { issuesOf } from './result/issues.ts'
import { mediaSection } from './result/media.ts'
import { metricsOf } from './result/metrics.ts'
import { scoringSection } from './result/scoring.ts'
import { structuredSection } from './result/structured-data.ts'
import { summarySection } from './result/summary.ts'
import { webVitalsSection } from './result/web-vitals.ts'
import type { Judgement } from './scoring/judgement.ts'
import { gainsOf, scoreOf } from './scoring/score.ts'
import { SCHEMA_VERSION } from './versions.ts'

/** An audit with every group, before it is compared with an earlier one. */
export type AuditResult = Required<SeoAuditResult>

export type AuditRequest = Pick<AuditParameters, 'url' | 'device' | 'vitals'>

/** The answer of an audit from what the rules said (service.md, SEO audit result). */
export function auditResult(
  facts: Facts,
  material: AuditInput,
  judgements: readonly Judgement[],
  { url, device, vitals }: AuditRequest,
): AuditResult {
  const cause = notIndexable(facts, judgements)
  const score = scoreOf(judgements, cause)
  const issues = issuesOf(judgements, score, facts, cause)
  return {
    schema_version: SCHEMA_VERSION,
    url,
    scannedAt: material.page.fetchedAt,
    scoring: scoringSection(score, device),
    issues,
    metrics: metricsOf(facts),
    indexability: indexabilitySection(facts, judgements),
    http: httpSection(facts),
    web_vitals: vitals === 'none' ? null : webVitalsSection(facts),
    content: contentSection(facts),
    structured_data: structuredSection(facts),
    i18n: i18nSection(facts, judgements),
    media: mediaSection(facts),
    summary: summarySection(judgements, issues, gainsOf(score), cause),
    context: contextSection(facts),
    diagnostics: diagnosticsSection(facts, material, judgements),
    technologies: facts.metadata.tech_stack ?? [],
    diff: null,
  }
}
