import type { Category, Rule, Severity } from '../engine/rule.ts'

/** Share of each category in the overall score (`infra/docs/contract.md#audit-scoring`). */
export const categoryWeights: Readonly<Record<Category, number>> = {
  metadata: 0.25,
  content: 0.25,
  technical: 0.2,
  accessibility: 0.15,
  performance: 0.15,
}
export const categories = Object.keys(categoryWeights) as readonly Category[]

/** Points that a rule takes from its category when everything it checks is affected. Info takes none. */
const bySeverity: Readonly<Record<Severity, number>> = { error: 12, warning: 5, info: 0 }

/** Rules that weigh more or less than their severity. */
const byRule: Readonly<Record<string, number>> = {
  'title-missing': 30,
  'title-outside-head': 30,
  'head-broken': 20,
  'description-missing': 10,
  'description-blank': 10,
  'metadata-in-body': 15,
  'charset-missing': 15,
  'viewport-missing': 10,
  'template-artifact': 15,
  'h1-missing': 10,
  'content-placeholder': 15,
  'content-mojibake': 15,
  'content-stuffing': 10,
  'jsonld-syntax': 10,
  'sd-required-missing': 8,
  'js-shell': 15,
  'soft-404': 25,
  'https-missing': 20,
  'canonical-multiple': 15,
  'canonical-invalid': 15,
  'canonical-target-4xx': 20,
  'canonical-target-noindex': 20,
  'canonical-target-disallowed': 20,
  'redirect-downgrade': 15,
  'html-has-lang': 10,
  'meta-viewport': 10,
  'hero-lazy': 10,
  'blocking-script': 12,
  'ttfb-slow': 12,
}

/** Points that a rule takes from its category when everything it checks is affected. */
export function pointsOf({ id, severity }: Pick<Rule, 'id' | 'severity'>): number {
  return severity === 'info' ? 0 : (byRule[id] ?? bySeverity[severity])
}

/** The rules with own weights; each must exist. */
export const weighted: readonly string[] = Object.keys(byRule)
