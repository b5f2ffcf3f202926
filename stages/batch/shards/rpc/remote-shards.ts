import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, unavailable } from '#shared/errors.ts'
import { parseJson } from '#shared/messages/json.ts'
import { isNotAccepted, notAccepted } from '#shared/rpc/shards/not-accepted.ts'
import type { ShardCalls } from '#shared/rpc/shards/shard-calls.ts'
import type { Sites } from '#shared/rpc/site-calls.ts'
import { encodeCommand } from '../logs/command-codec.ts'
import { homeOf } from '../placement.ts'
import type { Shards } from '../shards.ts'
import type { LocalShards } from './local-shards.ts'

export interface RemoteShardsOptions {
  readonly local: LocalShards
  /** `host:port` of the part that owns a shard; null = unknown. */
  ownerOf(shard: number): string | null
  /** Is closed with the shards. */
  readonly calls: ShardCalls
}

/** All shards, with the sites of the batches whose homes they are. */
export interface RemoteShards extends Shards, Sites {
  /** What a shard of another part has gathered of a batch, as the bytes of a file. */
  copyFrom(shard: number, id: string, signal: AbortSignal): AsyncIterable<Uint8Array>
  /** Calls to other parts reject with `SERVICE_UNAVAILABLE` from then on, those that wait for an owner at once. */
  close(): void
}

/** How long calls wait for an owner that accepts them: another part takes over a lost one's shards within seconds. */
const OWNER_MS = 5000
const LOOK_MS = 100

/** Makes the shards that are owned here or elsewhere. A call is made again only while nobody has accepted it. */
export function remoteShards({ local, ownerOf, calls }: RemoteShardsOptions): RemoteShards {
  const closing = new AbortController()
  const { count } = local

  function onShard<T>(shard: number, work: ShardWork<T>, signal = closing.signal): Promise<T> {
    return untilAccepted(signal, async () => {
      if (local.owns(shard)) return work.here()
      const address = ownerOf(shard)
      if (address === null) throw notAccepted()
      return work.at(address)
    })
  }
  const onHome = <T>(batch: string, signal: AbortSignal, work: (sites: Sites) => Promise<T>) =>
    onShard(
      homeOf(batch, count),
      { here: () => work(local), at: (address) => work(calls.sites(address)) },
      AbortSignal.any([signal, closing.signal]),
    )

  return {
    count,
    send(shard, command) {
      const at = (address: string) =>
        calls.send(address, { shard, command: Buffer.from(encodeCommand(command)) })
      return onShard(shard, { here: () => local.send(shard, command), at })
    },
    ask(shard, question, ...given) {
      const request = () => ({ shard, question, given: Buffer.from(JSON.stringify(given)) })
      return onShard(shard, {
        here: () => local.ask(shard, question, ...given),
        at: async (address) => decodeAnswer(await calls.ask(address, request())),
      })
    },
    report: (batch, query) => onHome(batch.id, query.signal, (sites) => sites.report(batch, query)),
    pages: (batch, query) => onHome(batch.id, query.signal, (sites) => sites.pages(batch, query)),
    async *copyFrom(shard, id, signal) {
      const either = AbortSignal.any([signal, closing.signal])
      yield* await onShard(
        shard,
        {
          here: async () => local.copy(shard, id, either),
          at: (address) => calls.copy(address, { shard, id }, either),
        },
        either,
      )
    },
    close() {
      closing.abort()
      calls.close()
    },
  }
}

interface ShardWork<T> {
  here(): Promise<T>
  /** By the part at this address. */
  at(address: string): Promise<T>
}

/** Repeats what rejects with a failure of `notAccepted`. */
async function untilAccepted<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + OWNER_MS; ; ) {
    try {
      return await attempt()
    } catch (error) {
      if (!isNotAccepted(error)) throw error
      if (signal.aborted || performance.now() >= end) throw unavailable('shard', error)
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** The part is of the same version: its answers are those of `ShardStore`. */
function decodeAnswer<T>(json: Uint8Array): T {
  const answer = parseJson(Buffer.from(json).toString('utf8'))
  if (answer === undefined) throw new Failure('INTERNAL_ERROR', 'The answer of a shard cannot be read')
  return answer as T
}
