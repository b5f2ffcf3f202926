import { z } from 'zod'
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

const text = z.string().nullable()

/** One value for each category of the audit. */
function auditCategories<T extends z.ZodType>(value: T) {
  return z.object({
    metadata: value,
    content: value,
    technical: value,
    accessibility: value,
    performance: value,
  })
}

const category = z.enum(['metadata', 'content', 'technical', 'accessibility', 'performance'])
const severity = z.enum(['error', 'warning', 'info'])
const effort = z.enum(['minutes', 'hours', 'days'])
const impact = z.enum(['high', 'medium', 'low'])

const auditDeduction = z.object({
  category,
  reason: z.string(),
  points: z.number().min(0).max(100),
  rule_id: text.describe('Id of the rule; null for what no single rule says.'),
})

const auditIssue = z.object({
  id: z.string().describe('Stable fingerprint of rule, page and element.'),
  code: z.string(),
  severity,
  priority: z.int().min(1).describe('1 is what to fix first.'),
  category,
  title: z.string().exactOptional().describe('What is wrong, in a few words; the same for each page.'),
  message: z.string().describe('What was found on this page.'),
  recommendation: z.string(),
  selector: text.describe('CSS selector of the element; null for what is not of the page.'),
  snippet: text.describe('Its start tag as written.'),
  location: z
    .object({ offset: z.int().min(0), line: z.int().min(1), column: z.int().min(1) })
    .nullable()
    .describe('Where it is in the source of the page; offset in UTF-16 code units.'),
  estimated_effort: effort,
  docs_url: z.url(),
  impact,
  why_it_matters: z.string(),
  fixable: z.boolean(),
  source_rule: z.string(),
  evidence: z
    .array(z.object({ selector: text, value: z.string() }))
    .exactOptional()
    .describe('The first of what was found.'),
  thresholds: z.object({ good: z.string(), needs_improvement: z.string(), poor: z.string() }).exactOptional(),
})

const auditSummary = z.object({
  passed: z.array(z.string()).describe('Ids of the rules that passed.'),
  top_fixes: z
    .array(
      z.object({
        id: z.string().describe('Id of the issue.'),
        title: z.string().exactOptional().describe('Title of the issue.'),
        impact,
        why_it_matters: z.string(),
        quick_fix: z.string(),
        fixable: z.boolean(),
        estimated_effort: effort.exactOptional(),
      }),
    )
    .describe(
      'At most 10, most points for the effort first; what keeps the page out of search results before all others.',
    ),
  critical_count: z.int().min(0),
  warning_count: z.int().min(0),
  info_count: z.int().min(0),
  rules: z.object({ total: z.int().min(0), passed: z.int().min(0), failed: z.int().min(0) }),
})

const scores = z.record(z.string(), z.number())
const changed = z.array(
  z.object({ id: z.string(), rule_id: z.string(), severity: z.string(), message: z.string() }),
)

const auditDiff = z.object({
  previous: z
    .object({ scanned_at: z.string(), rule_version: z.string(), overall: z.number(), by_category: scores })
    .nullable()
    .describe('The last audit of the same URL and device; null when there was none.'),
  rule_version_changed: z.boolean(),
  score_deltas: z.object({ overall: z.number(), by_category: scores }).nullable(),
  new_issues: changed,
  fixed_issues: changed,
  persisting_issues: changed,
  history: z
    .array(z.object({ scanned_at: z.string(), overall: z.number(), by_category: scores }))
    .describe('At most 30, the latest first.'),
})

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
 * Result of the operation `seo-audit`: infra/docs/clients.md#seo-audit. An optional key is present when its field group is
 * requested.
 */
export const seoAuditResult = z
  .object({
    schema_version: z.string().describe('Response structure version.'),
    url: z.string().describe('Audited URL.'),
    scannedAt: z.iso.datetime().describe('Time of the scan.'),
    scoring: scoring.exactOptional(),
    issues: z.array(auditIssue).exactOptional().describe('One per failed rule, what to fix first in front.'),
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
