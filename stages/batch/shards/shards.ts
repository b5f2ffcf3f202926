import type { Answer, Command } from './commands.ts'
import type { ShardStore } from './shard-store.ts'

/** What any batch part may ask of a shard. */
export const questions = ['batch', 'status', 'shardsOf', 'list', 'openBatches', 'segments', 'hosts'] as const
export type Question = (typeof questions)[number]

/**
 * All shards of the frontier, wherever they are owned. Methods reject with `SERVICE_UNAVAILABLE` while a shard has no
 * owner or its owner cannot be reached. Whether a command was applied is unknown then; it may be sent again.
 */
export interface Shards {
  readonly count: number
  /** Appends the command to the intake of the shard. Resolves once it is applied. */
  send(shard: number, command: Command): Promise<Answer>
  /** Asks the state of the shard. */
  ask<Name extends Question>(
    shard: number,
    question: Name,
    ...given: Parameters<ShardStore[Name]>
  ): Promise<ReturnType<ShardStore[Name]>>
}
