import { z } from 'zod'
import {
  auditCategories,
  auditDeduction,
  auditDiff,
  auditIssue,
  auditSummary,
} from '#shared/operations/results/seo-audit-parts.ts'
import {
  auditContent,
  auditContext,
  auditDiagnostics,
  auditHttp,
  auditI18n,
  auditIndexability,
  auditMedia,
  auditMetrics,
  auditStructuredData,
  auditWebVitals,
} from '#shared/operations/results/seo-audit-sections.ts'

const scoring = z.object({
  schema_version: z.string(),
  rule_version: z.string().describe('Raised by any change of a verdict, of points or of a formula.'),
  version: z.string(),
  device: z.enum(['mobile', 'desktop']),
  weights: auditCategories(z.number()),
  overall: z.int().min(0).max(100),
  grade: z.enum(['A', 'B', 'C', 'D', 'F']),
  by_category: auditCategories(z.number().min(0).max(100)),
  category_status: auditCategories(z.enum(['complete', 'partial', 'heuristic'])).describe(
    'partial: rules of the category could not be decided; heuristic: judged by the text of the page alone.',
  ),
  deductions: z.array(auditDeduction),
  scoring_explainer: z.object({ method: z.string(), category_deductions: auditCategories(z.number()) }),
})

/**
 * Result of the operation `seo-audit`: infra/docs/contract.md#seo-audit. An optional key is present when its field group is
 * requested.
 */
export const seoAuditResult = z
  .object({
    schema_version: z.string().describe('Response structure version.'),
    url: z.string().describe('Audited URL.'),
    scannedAt: z.iso.datetime().describe('Time of the scan.'),
    scoring: scoring.exactOptional(),
    issues: z.array(auditIssue).exactOptional().describe('One per failed rule, what to mend first in front.'),
    metrics: auditMetrics.exactOptional(),
    indexability: auditIndexability.exactOptional(),
    http: auditHttp.exactOptional(),
    web_vitals: auditWebVitals.nullable().exactOptional().describe('Null with vitals=none.'),
    content: auditContent.exactOptional(),
    structured_data: auditStructuredData.exactOptional(),
    i18n: auditI18n.exactOptional(),
    media: auditMedia.exactOptional(),
    summary: auditSummary.exactOptional(),
    context: auditContext.exactOptional(),
    diagnostics: auditDiagnostics.exactOptional(),
    technologies: z.array(z.string()).exactOptional().describe('Detected technologies (heuristic).'),
    diff: auditDiff.nullable().exactOptional().describe('Null unless compare is true.'),
  })
  .meta({ id: 'SeoAuditResult' })
export type SeoAuditResult = z.infer<typeof seoAuditResult>
