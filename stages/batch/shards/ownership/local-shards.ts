import { withTimeout } from '#shared/async/timeout.ts'
import { unavailable } from '#shared/errors.ts'
import type { ShardStore } from '../shard-store.ts'
import type { Shards } from '../shards.ts'
import type { OpenShard, OwnedShards } from './owned-shards.ts'

/** The shards that this process owns. */
export interface LocalShards extends Omit<Shards, 'count'> {
  owns(shard: number): boolean
}

/** How long a question waits until the state of the shard is up to date. */
const UP_TO_DATE_MS = 2000

/**
 * Makes the port on the shards of this process. `send` and `ask` reject with `SERVICE_UNAVAILABLE` while a shard belongs to
 * another one; `ask` also while its state is not up to date, after some seconds.
 */
export function makeLocalShards(owned: Pick<OwnedShards<OpenShard>, 'get'>): LocalShards {
  async function upToDate(shard: number): Promise<ShardStore> {
    const opened = owned.get(shard)
    if (opened === null) throw unavailable('shard')
    await withTimeout(UP_TO_DATE_MS, opened.runner.isCaughtUp, () => unavailable('shard'))
    if (owned.get(shard) !== opened) throw unavailable('shard')
    return opened.runner.store
  }

  return {
    owns: (shard) => owned.get(shard) !== null,
    async send(shard, command) {
      const opened = owned.get(shard)
      if (opened === null) throw unavailable('shard')
      return opened.runner.send(command)
    },
    async ask(shard, question, ...given) {
      const store = await upToDate(shard)
      return (store[question] as (...args: unknown[]) => never)(...given)
    },
  }
}
