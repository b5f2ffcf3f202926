import type { Category, Rule, Severity } from '../engine/rule.ts'
import { type FailedRule, failedRules, messageOf, type RuleResult } from '../engine/run-rules.ts'

/** Share of each category in the overall score (`infra/docs/clients.md#audit-scoring`). */
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
function pointsOf({ id, severity }: Pick<Rule, 'id' | 'severity'>): number {
  return severity === 'info' ? 0 : (byRule[id] ?? bySeverity[severity])
}

/** The rules with own weights; each must exist. */
export const weighted: readonly string[] = Object.keys(byRule)

/** Points that one failed rule takes from its category. */
export interface Deduction {
  readonly category: Category
  readonly reason: string
  readonly points: number
  /** Null when no rule of the catalogue reports the cause. */
  readonly rule_id: string | null
}

export type CategoryStatus = 'complete' | 'partial' | 'heuristic'

export interface Score {
  readonly overall: number
  readonly grade: 'A' | 'B' | 'C' | 'D' | 'F'
  readonly byCategory: Readonly<Record<Category, number>>
  readonly status: Readonly<Record<Category, CategoryStatus>>
  readonly deductions: readonly Deduction[]
}

/** Why search results do not show the page: the rule that reports it, if any, and the reason in words. */
export interface Cause {
  readonly ruleId: string | null
  readonly reason: string
}

/** What keeps the page out of search results; null where nothing does. */
export interface Causes {
  /** The page cannot be indexed: it loses all of technical. */
  readonly notIndexable: Cause | null
  /** It responds with an error, has noindex or names another page as canonical: its overall score is capped. */
  readonly cap: Cause | null
}

/**
 * Maximum points for a fault of many elements. With ten of them affected, one more takes less than 1 point of the
 * whole.
 */
const MAX_SCALED_POINTS = 14
/**
 * Maximum points of technical that other faults take when the page cannot be indexed; the rest goes to that cause.
 */
const MAX_OTHER_DEDUCTIONS = 50
/** Maximum of the overall score of a page that search results do not show. */
export const CAP = 49
const CAPPED = `Search results do not show such a page, so its score is at most ${CAP}.`
/** Categories that are about search; accessibility and performance are about visitors. */
const searchCategories: ReadonlySet<Category> = new Set(['metadata', 'content', 'technical'])

/**
 * Scores a page (`infra/docs/clients.md#audit-scoring`). A category is 100 less its deductions: one for each
 * failed rule, its points scaled by the share of what is affected. Deductions above 100 are scaled down to 100.
 * Undecided and inapplicable rules neither take nor give points. A page that cannot be indexed loses all of
 * technical; one that search results do not show has `CAP` overall at most.
 */
export function scoreOf(ruleResults: readonly RuleResult[], { notIndexable, cap }: Causes): Score {
  const found = categories.flatMap((category) => deductionsIn(category, ruleResults, notIndexable))
  const deductions = cap === null ? found : capped(found, cap)
  const byCategory = categoryScores(deductions)
  const overall = Math.round(weightedSum(byCategory))
  return {
    overall,
    grade: gradeOf(overall),
    byCategory,
    status: perCategory((category) => statusOf(category, ruleResults)),
    deductions,
  }
}

function categoryScores(deductions: readonly Deduction[]): Record<Category, number> {
  return perCategory((category) => round(100 - sumOf(deductions, category)))
}

function weightedSum(byCategory: Readonly<Record<Category, number>>): number {
  return categories.reduce((sum, name) => sum + byCategory[name] * categoryWeights[name], 0)
}

/**
 * The deductions with further ones that bring the overall score down to `CAP`: the same share of what is left of each
 * category that is about search. The other two, which are about visitors, keep their scores.
 */
function capped(deductions: readonly Deduction[], { reason, ruleId }: Cause): Deduction[] {
  const left = categoryScores(deductions)
  const excess = weightedSum(left) - CAP
  const ofSearch = [...searchCategories].reduce((sum, name) => sum + left[name] * categoryWeights[name], 0)
  return categories.flatMap((category) => {
    const own = deductions.filter((one) => one.category === category)
    const share = excess > 0 && searchCategories.has(category) ? excess / ofSearch : 0
    const points = Math.ceil(left[category] * share * 100) / 100
    return points > 0 ? [{ category, reason: `${reason} ${CAPPED}`, points, rule_id: ruleId }, ...own] : own
  })
}

function deductionsIn(
  category: Category,
  ruleResults: readonly RuleResult[],
  notIndexable: Cause | null,
): Deduction[] {
  const failed = failedRules(ruleResults).filter(({ rule }) => rule.category === category)
  const cause = category === 'technical' ? notIndexable : null
  const others = failed.filter(({ rule }) => rule.id !== cause?.ruleId)
  const taken = scaled(others.map(deductionOf), cause === null ? 100 : MAX_OTHER_DEDUCTIONS)
  if (cause === null) return taken
  const points = round(100 - sumOf(taken, category))
  return [{ category, reason: cause.reason, points, rule_id: cause.ruleId }, ...taken]
}

function deductionOf(failed: FailedRule): Deduction {
  const { rule, verdict } = failed
  const most = verdict.extent === null ? pointsOf(rule) : Math.min(pointsOf(rule), MAX_SCALED_POINTS)
  const points = round(most * shareOf(verdict.extent))
  return { category: rule.category, reason: messageOf(failed), points, rule_id: rule.id }
}

/**
 * Factor of a deduction: 1 for the page as a whole. Logarithmic in the affected share, so that the first affected
 * elements weigh most.
 */
export function shareOf(extent: FailedRule['verdict']['extent']): number {
  if (extent === null || extent.total <= 0) return 1
  const share = Math.min(1, extent.affected / extent.total)
  return Math.log10(1 + 9 * share)
}

/** Deductions with points, the largest first, together at most `most`. */
function scaled(all: readonly Deduction[], most: number): Deduction[] {
  const taken = all.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points)
  const sum = taken.reduce((total, { points }) => total + points, 0)
  if (sum <= most) return taken
  const smaller = taken.map((one) => ({ ...one, points: Math.floor((one.points * most * 100) / sum) / 100 }))
  return topUp(smaller, most)
}

/** Adds the remainder of rounding down to the first deduction, so that the sum is exact. */
function topUp([first, ...rest]: readonly Deduction[], most: number): Deduction[] {
  if (first === undefined) return []
  const others = rest.reduce((total, { points }) => total + points, 0)
  return [{ ...first, points: round(most - others) }, ...rest].filter(({ points }) => points > 0)
}

function sumOf(deductions: readonly Deduction[], category: Category): number {
  const own = deductions.filter((one) => one.category === category)
  return own.reduce((sum, { points }) => sum + points, 0)
}

function statusOf(category: Category, ruleResults: readonly RuleResult[]): CategoryStatus {
  if (category === 'performance') return 'heuristic'
  const isUndecided = ruleResults.some(
    ({ rule, verdict }) => rule.category === category && verdict.kind === 'not_decidable',
  )
  return isUndecided ? 'partial' : 'complete'
}

/** Rounds to two decimals, so that the shown points add up. */
function round(points: number): number {
  return Math.round(points * 100) / 100
}

/** Grade by overall score (`infra/docs/clients.md#audit-scoring`). */
function gradeOf(overall: number): Score['grade'] {
  if (overall >= 90) return 'A'
  if (overall >= 80) return 'B'
  if (overall >= 70) return 'C'
  return overall >= 60 ? 'D' : 'F'
}

function perCategory<T>(value: (category: Category) => T): Record<Category, T> {
  return Object.fromEntries(categories.map((name) => [name, value(name)])) as Record<Category, T>
}

/** Points of the overall score that fixing each rule's fault gains, by rule. */
export function gainsOf({ deductions }: Score): ReadonlyMap<string, number> {
  const gains = new Map<string, number>()
  for (const { rule_id, points, category } of deductions)
    if (rule_id !== null) gains.set(rule_id, (gains.get(rule_id) ?? 0) + points * categoryWeights[category])
  return gains
}
