import type { Lane } from '#shared/messages/topics.ts'

/**
 * The result of one run of a job: it is over, or postponed. A postponed job returns to the head of its key's queue and
 * blocks that key for `postponeMs`. Only a job with a key may be postponed.
 */
export type RunResult = 'over' | { readonly postponeMs: number }

/**
 * The result of work on a record:
 * - `done`;
 * - `retryAfterMs`: it is retried after a delay without a slot, and other work of its key may run meanwhile;
 * - `postponeMs`: it started too early. It waits at the head of its key's queue, and no attempt is counted.
 */
export type WorkResult =
  | 'done'
  /** `isAttempt` is false when the run does not count as an attempt. */
  | { readonly retryAfterMs: number; readonly isAttempt?: false }
  | { readonly postponeMs: number }

export interface Job {
  readonly lane: Lane
  /** At most `ConcurrencyLimits.perKey` jobs of a key run at a time; null = no limit by key. */
  readonly key: string | null
  /** Jobs without a key are scheduled round robin by tenant; null counts as one tenant. */
  readonly tenant: string | null
  /**
   * Whether the job needs its machine for itself. There is one slot for exclusive jobs, beside the slots of the others,
   * and the job itself waits for the others to end. Only for interactive jobs without a key.
   */
  readonly isExclusive?: boolean
  run(): Promise<RunResult>
}

/** Limits of concurrent jobs by key and by tenant. */
export interface ConcurrencyLimits {
  /** Jobs of one key at a time. */
  readonly perKey: number
  /** Jobs without a key of one tenant at a time. Default: any number. */
  readonly perTenant?: number
}
