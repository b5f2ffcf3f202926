import type { AnyNode } from 'domhandler'
import type { Facts } from '../facts/facts.ts'

/**
 * Categories of the catalogue, `test/unit/stages/score/audit/catalogue.json`. A rule's file has the name of its
 * id.
 */
export type Category = 'metadata' | 'content' | 'technical' | 'accessibility' | 'performance'
/** Info costs no points. */
export type Severity = 'error' | 'warning' | 'info'
export type Effort = 'minutes' | 'hours' | 'days'
export type Impact = 'high' | 'medium' | 'low'

/** A place of the page, or something outside it, that shows the finding. */
export interface Evidence {
  /** Element or text of the page; null for a header, a URL or a file. */
  readonly node: AnyNode | null
  /** The value that was found: of an attribute or header, a status, a URL. At most 500 characters are shown. */
  readonly value: string
}

/**
 * How much of the page is affected: `affected` of `total` things of the kind that was checked; `affected <=
 * total`.
 */
export interface Extent {
  readonly affected: number
  readonly total: number
}

export type Verdict<Message extends string = string> =
  | { readonly kind: 'pass' }
  /** The page has nothing of the kind that the rule checks. */
  | { readonly kind: 'not_applicable' }
  /** The facts do not decide; `reason` is snake_case, e.g. `not_probed`, `needs_layout`, `app_shell`, `truncated`. */
  | { readonly kind: 'not_decidable'; readonly reason: string }
  | {
      readonly kind: 'fail'
      readonly message: Message
      /** Values of the message's `{placeholders}`. */
      readonly values: Readonly<Record<string, string | number>>
      /** The first findings in document order. The first one is the location of the issue. */
      readonly evidence: readonly Evidence[]
      /** Null for a property of the page as a whole. */
      readonly extent: Extent | null
    }

export const pass = { kind: 'pass' } as const
export const notApplicable = { kind: 'not_applicable' } as const
/** The verdict of a rule that cannot decide; `reason` in snake_case. */
export function notDecidable(reason: string) {
  return { kind: 'not_decidable', reason } as const
}

interface FailureDetails {
  readonly values?: Readonly<Record<string, string | number>>
  /** Only as many are taken as an issue shows, so a long list may be made as it is taken. */
  readonly evidence?: Iterable<Evidence>
  readonly extent?: Extent
}

/** As much evidence as an issue shows. */
const SHOWN = 10

/**
 * The verdict of a failed rule; `message` is a key of its messages. The extent also gives the values `affected` and
 * `total`. Of the evidence, the first ten are kept.
 */
export function fail<const Message extends string>(message: Message, found: FailureDetails = {}) {
  const { values = {}, evidence = [], extent = null } = found
  const allValues: Readonly<Record<string, string | number>> = { ...extent, ...values }
  const shown = Iterator.from(evidence).take(SHOWN).toArray()
  return { kind: 'fail', message, values: allValues, evidence: shown, extent } as const
}

/** Evidence that is an element, with a value of it. */
export function elementEvidence(node: AnyNode, value = ''): Evidence {
  return { node, value }
}

/** Evidence from outside the page: a header, a URL, a file. */
export function externalEvidence(value: string): Evidence {
  return { node: null, value }
}

/** Thresholds of an issue: texts with units. */
export interface Thresholds {
  readonly good: string
  readonly needs_improvement: string
  readonly poor: string
}

/** A rule of the catalogue: its texts and a pure check. See `infra/docs/contributing.md#rule`. */
export interface RuleDefinition {
  readonly id: string
  readonly severity: Severity
  /** What is wrong where the rule fails, in a few words: `Page without a title`. At most 60 characters. */
  readonly title: string
  /** What holds where it passes: `Page has a title`. At most 60 characters. */
  readonly passTitle: string
  /** Why it matters to the owner of the page: one or two sentences that the authority supports. */
  readonly why: string
  /** What to do about it. */
  readonly fix: string
  readonly effort: Effort
  readonly impact: Impact
  /** Whether a change to the page or its server fixes it without judgement or new content. */
  readonly fixable: boolean
  /** URL of the authority. */
  readonly reference: string
  /** What the rule does not judge although it looks like a case of it: whole sentences for the catalogue. */
  readonly excludes?: string
  readonly needs: readonly (keyof Facts)[]
  /**
   * Each a sentence with `{placeholders}`: values of the verdict, `{first}` and `{element}` of its first evidence, and
   * `{name:one|many}` for words that go with a number.
   */
  readonly messages: Readonly<Record<string, string>>
  readonly thresholds?: Thresholds
  check(facts: Facts): Verdict
}

/** A rule with the category in whose list it is. */
export interface Rule extends RuleDefinition {
  readonly category: Category
}

/** Types a rule: `check` receives only the facts in `needs` and fails only with declared messages. */
export function rule<const Need extends keyof Facts, const Message extends string>(
  definition: Omit<RuleDefinition, 'needs' | 'messages' | 'check'> & {
    readonly needs: readonly Need[]
    readonly messages: Readonly<Record<Message, string>>
    check(facts: Pick<Facts, Need>): Verdict<NoInfer<Message>>
  },
): RuleDefinition {
  return definition as unknown as RuleDefinition
}
