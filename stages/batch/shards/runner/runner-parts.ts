import type { Log } from '#shared/log.ts'
import type { Subscription } from '../../notifier.ts'
import type { Answer, Command } from '../commands.ts'
import type { EndingsPage, ShardLogs } from '../logs/shard-logs.ts'
import type { ShardPositions, ShardStore } from '../shard-store.ts'
import type { Shards } from '../shards.ts'
import type { EndingsPace } from './pace/endings-pace.ts'

/** How long things are gathered before they are sent together, in milliseconds: what is sent costs work in this process and others. */
export interface RunnerPace {
  readonly endings: EndingsPace
  /** Between two reports of the same part that goes on. */
  readonly reportsMs: number
  /** From a change of the state to what is told about it. */
  readonly changesMs: number
}

/** What the parts of a shard's runner share. */
export interface RunnerParts {
  readonly store: ShardStore
  readonly logs: ShardLogs
  readonly shards: Pick<Shards, 'send'>
  readonly logger: Log
  readonly pace: RunnerPace
  /** Ends all work of the runner. */
  readonly signal: AbortSignal
  /** Repeats the work until it succeeds: while a service is unavailable, and, logged, after any other error. */
  retrying<T>(work: () => Promise<T>): Promise<T>
  /** As `Shards.send`, to this shard. */
  send(command: Command): Promise<Answer>
  /** Pages of endings, by position, that were read for the last command. */
  readonly pagesAhead: Map<number, EndingsPage>
  /** A subscription to what changes for the shard: one of its inputs, or its state (`state`). */
  changesOf(subject: RunnerSubject): Subscription
}

export type RunnerSubject = keyof ShardPositions | 'state'
