import type { Lane } from '#shared/messages/topics.ts'

export interface Job {
  readonly lane: Lane
  /** Jobs of one key run at most `Manners.perKey` at a time; null = no such rule. */
  readonly key: string | null
  /** Among jobs without key, tenants take turns; null = a tenant like any other. */
  readonly tenant: string | null
  run(): Promise<void>
}

/** How jobs of one key are spread. */
export interface Manners {
  /** Jobs of one key at a time. */
  readonly perKey: number
  /** Milliseconds a key rests after a job, before its next one. */
  readonly restMs: number
}
