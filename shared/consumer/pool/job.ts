import type { Lane } from '#shared/messages/topics.ts'

/**
 * What a run of a job came to: it is over; or its turn has not come, and it waits before the others of its key, none of
 * which starts for so long. Only a job with a key may say so.
 */
export type RunResult = 'over' | { readonly postponeMs: number }

/**
 * What became of a piece of work: done; to be tried again after a while without holding a slot, others of its key going
 * on; or begun too early: it goes on waiting before the others of its key, and that was no try.
 */
export type WorkResult =
  | 'done'
  /** `isTry` is false where what was begun does not count as a try. */
  | { readonly retryAfterMs: number; readonly isAttempt?: false }
  | { readonly postponeMs: number }

export interface Job {
  readonly lane: Lane
  /** Jobs of one key run at most `Manners.perKey` at a time; null = no such rule. */
  readonly key: string | null
  /** Among jobs without key, tenants take turns; null = a tenant like any other. */
  readonly tenant: string | null
  /**
   * Whether it runs beside no other job of its kind of machine, and so waits for the others: it takes the one slot that is
   * there for such jobs, in place of one of the others'. Interactive jobs without key alone.
   */
  readonly isExclusive?: boolean
  run(): Promise<RunResult>
}

/** How jobs of one key, and of one tenant, are spread. */
export interface ConcurrencyLimits {
  /** Jobs of one key at a time. */
  readonly perKey: number
  /** Jobs without key of one tenant at a time. Default: any number. */
  readonly perTenant?: number
}
