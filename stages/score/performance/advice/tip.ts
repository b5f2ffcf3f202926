import type { LabFacts } from '../facts.ts'
import type { MetricName } from '../vitals/metrics.ts'

/** A piece of advice: when it applies, what it says, what following it would be worth. */
export interface Tip {
  /** kebab-case; the name of its file. */
  readonly id: string
  /** When it is given, in a few words: the threshold and whose it is. */
  readonly when: string
  /** An authority's page about it. */
  readonly learnMore: string
  /** Null where it does not apply. */
  find(facts: LabFacts): Finding | null
}

export interface Finding {
  /** With the figures that were measured. */
  readonly message: string
  /** What the metrics would be less, in their own units, at most. */
  readonly savings?: Readonly<Partial<Record<MetricName, number>>>
  /** Bytes that need not be transferred, now or in a later view. */
  readonly wastedBytes?: number
}
