import type { LabFacts } from '../facts.ts'
import type { MetricName } from '../vitals/metrics.ts'

/** A tip: when it applies, what it says, and what following it gains. See `infra/docs/contributing.md#tip`. */
export interface Tip {
  /** kebab-case; the name of its file. */
  readonly id: string
  /** When it is given, in a few words: the threshold and its source. */
  readonly when: string
  /** A page about it by an authority. */
  readonly learnMore: string
  /** Null where it does not apply. */
  find(facts: LabFacts): Finding | null
}

export interface Finding {
  /** The message with the measured figures. */
  readonly message: string
  /** Maximum reduction of the metrics, in their own units. */
  readonly savings?: Readonly<Partial<Record<MetricName, number>>>
  /** Bytes that need not be transferred, in this view or a later one. */
  readonly wastedBytes?: number
}
