import type { Log } from '#shared/log.ts'
import type { Subscription } from '../../notifier.ts'
import type { Answer, Command } from '../commands.ts'
import type { ShardLogs } from '../logs/shard-logs.ts'
import type { ShardStore } from '../shard-store.ts'
import type { Shards } from '../shards.ts'

/** What the parts of a shard's runner share. */
export interface RunnerParts {
  readonly store: ShardStore
  readonly logs: ShardLogs
  readonly shards: Pick<Shards, 'send'>
  readonly logger: Log
  /** Ends all work of the runner. */
  readonly signal: AbortSignal
  /** Repeats the work until it succeeds: while a service is unavailable, and, logged, after any other error. */
  retrying<T>(work: () => Promise<T>): Promise<T>
  /** As `Shards.send`, to this shard. */
  send(command: Command): Promise<Answer>
  /** A subscription to what changes for the shard: its inputs (`input`) or its state (`state`). */
  changesOf(subject: RunnerSubject): Subscription
}

export type RunnerSubject = 'input' | 'state'
