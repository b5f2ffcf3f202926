import type { Ended } from '#shared/messages/events/ended.ts'
import type { Completion } from '../../frontier/frontier.ts'
import type { Command } from '../commands.ts'
import type { IntakeRecord, ShardPositions } from '../shard-store.ts'

/** Successive commands of a shard's intake. */
export interface IntakePage {
  readonly records: readonly IntakeRecord[]
  /** The position of the next page. */
  readonly next: number
  /** The log has removed commands from this position on, or was created anew. */
  readonly isGone: boolean
  /** See `LogPage`. */
  readonly isEnd: boolean
}

/** The end of an inspection. Its outcome is in a topic of results. */
export interface Ending extends Ended {
  readonly offset: number
}

/** Successive endings of a shard. */
export interface EndingsPage {
  /** Those that can be read. */
  readonly endings: readonly Ending[]
  readonly next: number
  readonly isGone: boolean
  readonly isEnd: boolean
}

/** The inputs of all shards. Methods reject with `SERVICE_UNAVAILABLE` while the log is unavailable. */
export interface ShardLogs {
  /** Resolves with the offset of the command once it is durable. */
  append(shard: number, command: Command): Promise<number>
  intake(shard: number, position: number): Promise<IntakePage>
  endings(shard: number, position: number): Promise<EndingsPage>
  /** The first positions that the log still has. */
  oldest(shard: number): Promise<{ readonly intake: number; readonly ended: number }>
  /** Loads the outcomes, in the order of the endings. One that the log does not have any more counts as none. */
  load(endings: readonly Ending[]): Promise<Completion[]>
  /** Calls back when an input of the shard may have something new, until the returned function is called. */
  watch(shard: number, onChange: (input: keyof ShardPositions) => void): () => void
}
