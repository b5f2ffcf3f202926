import type { IssueGroup } from '../results/audit/issues/issue-groups.ts'
import type { TipDetails } from './performance-details.ts'

/** Severities, the worst first. */
export const severities = ['error', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

/** What is wrong with a page and how to fix it: a rule of the audit that failed, or a tip of the lab. */
export interface Finding {
  readonly operation: 'seo-audit' | 'performance'
  /** The id of the rule or of the tip. */
  readonly id: string
  readonly severity: Severity
  /** A category of the audit. */
  readonly category: string
  readonly title: string
  /** What was found on this page; null where the title says it. */
  readonly found: string | null
  /** What to do; null where the title says it. */
  readonly fix: string | null
  readonly why: string | null
  /** Where to read on. */
  readonly docsUrl: string | null
  /** Such as `minutes` or `low`; null = unknown. */
  readonly effort: string | null
  readonly gain: Gain
  /** Whether it keeps the page out of search results. */
  readonly isBlocking: boolean
  /** The issues of the rule; null for a tip, or where the result has no issues. */
  readonly group: IssueGroup | null
  /** The elements and files of a tip; null where the result has no details. */
  readonly tip: TipDetails | null
}

/** What a page gains when a finding is fixed. */
export interface Gain {
  /** Of the overall SEO score, in ten-thousandths of a point; 0 = none. */
  readonly points: number
  /** Of loading time; null = unknown. */
  readonly ms: number | null
  /** Of transfer, in units of 1,024 bytes; null = unknown. */
  readonly kb: number | null
}

export const NO_GAIN: Gain = { points: 0, ms: null, kb: null }
