import type { BatchCounts, RejectedLine } from '#shared/ports/batches.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { Batch, NewItem } from '../frontier/frontier.ts'

/** What the home of a batch tells the shards that have its items. `ended` and `gone` are never followed by another one. */
export const phases = ['running', 'paused', 'cancelled', 'ended', 'gone'] as const
export type Phase = (typeof phases)[number]

/** By shard: the first position of its intake at which the shard has all items that were added to it. */
export type Positions = Readonly<Record<number, number>>

/**
 * The part of a batch in one shard, as it was when the shard had applied its intake up to `position`. A report that
 * is older than the last one changes nothing.
 */
export interface PartReport {
  readonly batch: string
  readonly shard: number
  /** The next position of the shard's intake. */
  readonly position: number
  /** The version of the last phase that the shard applied. */
  readonly version: number
  /** The shard has nothing of the batch any more. */
  readonly isGone: boolean
  readonly counts: Omit<BatchCounts, 'rejected'>
  /** Items that have not ended, with those that are not counted. */
  readonly open: number
  /** Result lines so far. */
  readonly lines: number
}

/** Result lines of one shard in the object store. A segment that repeats lines only adds those after them. */
export interface Segment {
  readonly batch: string
  readonly shard: number
  /** Number of the first line among those of the shard, from 1. */
  readonly first: number
  readonly count: number
  /** Name in the object store. */
  readonly object: string
}

/** A deferred request, as it was read from the log. */
export type DeferredRecord = Pick<
  LogRecord,
  'key' | 'value' | 'headers' | 'topic' | 'partition' | 'offset' | 'timestamp'
>

/**
 * A record of a shard's intake. The state of a shard is what its commands make of it, in their order; so a shard that
 * applies them again arrives at the same numbers of items and lines.
 *
 * To the home of a batch: `create`, `keep` (it is still being submitted), `reject`, `start`, `close` (its sources
 * were read), `discard`, `set`, `report`, `segment`. To a shard that has items of it: `add`, `phase`, `expire` (its
 * time is over; `inFlight` are the numbers of the items that are waited for). To any shard: `defer`, `endings` (apply
 * the endings before that position), `tick` (let time pass).
 */
export type Command =
  | { readonly kind: 'create'; readonly batch: Batch }
  | { readonly kind: 'keep'; readonly batch: string }
  | { readonly kind: 'reject'; readonly batch: string; readonly lines: readonly RejectedLine[] }
  | {
      readonly kind: 'start'
      readonly batch: string
      readonly isOpen: boolean
      readonly added: Positions
      readonly firstUrl?: string
    }
  | {
      readonly kind: 'close'
      readonly batch: string
      readonly rejected: readonly RejectedLine[]
      readonly more: number
      readonly added: Positions
    }
  | { readonly kind: 'discard'; readonly batch: string }
  | { readonly kind: 'set'; readonly batch: string; readonly state: 'running' | 'paused' | 'cancelled' }
  | { readonly kind: 'report'; readonly report: PartReport }
  | { readonly kind: 'segment'; readonly segment: Segment }
  | { readonly kind: 'add'; readonly batch: Batch; readonly items: readonly NewItem[] }
  | { readonly kind: 'phase'; readonly batch: string; readonly phase: Phase; readonly version: number }
  | { readonly kind: 'expire'; readonly batch: string; readonly inFlight: readonly number[] }
  | { readonly kind: 'defer'; readonly records: readonly DeferredRecord[] }
  | { readonly kind: 'endings'; readonly before: number }
  | { readonly kind: 'tick' }

/** The answer to a command that was applied: for `add`, whether each item was added; for `report`, whether the batch exists. */
export interface Answer {
  /** The position after the command in the intake of the shard. */
  readonly position: number
  readonly wasAdded: readonly boolean[]
  readonly isKnown: boolean
}
