import { withTimeout } from '#shared/async/timeout.ts'
import { notAccepted } from '#shared/rpc/shards/not-accepted.ts'
import type { Sites } from '#shared/rpc/site-calls.ts'
import type { LocalShards } from '../rpc/local-shards.ts'
import type { ShardStore } from '../shard-store.ts'
import type { OpenShard, OwnedShards } from './owned-shards.ts'

export interface LocalShardsOptions {
  /** The number of all shards. */
  readonly count: number
  readonly owned: Pick<OwnedShards<OpenShard>, 'get'>
  /** Of the batches whose homes are owned. */
  readonly sites: Sites & Pick<LocalShards, 'copy'>
}

/** How long a question waits until the state of the shard is up to date. */
const UP_TO_DATE_MS = 2000

/**
 * Makes the port on the shards of this process. `ask` also rejects with `SERVICE_UNAVAILABLE` while the state of a shard is
 * not up to date, after some seconds.
 */
export function makeLocalShards({ count, owned, sites }: LocalShardsOptions): LocalShards {
  function opened(shard: number): OpenShard {
    const found = owned.get(shard)
    if (found === null) throw notAccepted()
    return found
  }

  async function upToDate(shard: number): Promise<ShardStore> {
    const found = opened(shard)
    await withTimeout(UP_TO_DATE_MS, found.runner.isCaughtUp, notAccepted)
    if (owned.get(shard) !== found) throw notAccepted()
    return found.runner.store
  }

  return {
    ...sites,
    count,
    owns: (shard) => owned.get(shard) !== null,
    send: async (shard, command) => opened(shard).runner.send(command),
    async ask(shard, question, ...given) {
      const store = await upToDate(shard)
      return (store[question] as (...args: unknown[]) => never)(...given)
    },
  }
}
