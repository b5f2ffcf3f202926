import type { AnyNode } from 'domhandler'
import type { Facts } from '../facts/facts.ts'

/** The ids of `seo-rules.json` are the names of rules; a rule's file has the name of its id. */
export type Category = 'metadata' | 'content' | 'technical' | 'accessibility' | 'performance'
/** Info costs no points. */
export type Severity = 'error' | 'warning' | 'info'
export type Effort = 'minutes' | 'hours' | 'days'
export type Impact = 'high' | 'medium' | 'low'

/** A place of the page, or something outside it, that shows what was found. */
export interface Evidence {
  /** Element or text of the page it is about; null for what is not of the page (a header, a URL, a file). */
  readonly node: AnyNode | null
  /** What was found there: an attribute's value, a header, a status, a URL. At most 500 characters are shown. */
  readonly value: string
}

/** How much of the page is affected: `affected` of `total` things of the kind that was checked; `affected <= total`. */
export interface Extent {
  readonly affected: number
  readonly total: number
}

export type Verdict<Message extends string = string> =
  | { readonly kind: 'pass' }
  /** The page has nothing of the kind that the rule is about. */
  | { readonly kind: 'not_applicable' }
  /** It cannot be known; `reason` is snake_case, e.g. `not_probed`, `needs_layout`, `app_shell`, `truncated`. */
  | { readonly kind: 'not_decidable'; readonly reason: string }
  | {
      readonly kind: 'fail'
      readonly message: Message
      /** Values of the message's `{placeholders}`. */
      readonly values: Readonly<Record<string, string | number>>
      /** The first few of what was found, in document order; the first is where the issue is shown. */
      readonly evidence: readonly Evidence[]
      /** Null for what a page has or has not as a whole. */
      readonly extent: Extent | null
    }

export const pass = { kind: 'pass' } as const
export const notApplicable = { kind: 'not_applicable' } as const
export function notDecidable(reason: string) {
  return { kind: 'not_decidable', reason } as const
}

interface FailureDetails {
  readonly values?: Readonly<Record<string, string | number>>
  readonly evidence?: readonly Evidence[]
  readonly extent?: Extent
}

export function fail<const Message extends string>(message: Message, found: FailureDetails = {}) {
  const { values = {}, evidence = [], extent = null } = found
  return { kind: 'fail', message, values, evidence, extent } as const
}

/** Evidence that is an element, shown with a value of it. */
export function elementEvidence(node: AnyNode, value = ''): Evidence {
  return { node, value }
}

/** Evidence that is not of the page. */
export function externalEvidence(value: string): Evidence {
  return { node: null, value }
}

/** What the contract calls an issue's thresholds: texts with units. */
export interface Thresholds {
  readonly good: string
  readonly needs_improvement: string
  readonly poor: string
}

/** A rule of the catalogue: data about it, and a pure check. */
export interface Rule {
  readonly id: string
  readonly category: Category
  readonly severity: Severity
  /** What holds where the rule passes, in a few words: `Title is present`. */
  readonly title: string
  /** Why it matters, for whoever owns the page: a sentence or two, true by the authority. */
  readonly why: string
  /** What to do about it. */
  readonly fix: string
  readonly effort: Effort
  readonly impact: Impact
  /** Whether changing the page or its server mends it without judgement or new content. */
  readonly fixable: boolean
  /** Address of the authority. */
  readonly reference: string
  readonly needs: readonly (keyof Facts)[]
  readonly messages: Readonly<Record<string, string>>
  readonly thresholds?: Thresholds
  check(facts: Facts): Verdict
}

/** Types a rule: `check` sees the facts it needs and nothing else, and fails with the messages it declares. */
export function rule<const Need extends keyof Facts, const Message extends string>(
  definition: Omit<Rule, 'needs' | 'messages' | 'check'> & {
    readonly needs: readonly Need[]
    readonly messages: Readonly<Record<Message, string>>
    check(facts: Pick<Facts, Need>): Verdict<NoInfer<Message>>
  },
): Rule {
  return definition as unknown as Rule
}
