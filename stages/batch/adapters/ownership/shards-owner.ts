import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Log } from '#shared/log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { batchOwnerKey } from '#shared/store/keys.ts'
import { type Owner, SHARDS_OWNER, TopicsTaken } from './topic-owner.ts'

export interface ShardsOwnerOptions {
  readonly store: Pick<KeyValues, 'claim' | 'set'>
  readonly topicPrefix: string
  /** The id of the batch part with one file to take the topics over from. '' takes over nothing. */
  readonly takeOver: string
  readonly logger: Log
}

/**
 * Makes the shards the owner of the topics, for all batch parts together. Waits while the store is unavailable. Throws
 * TopicsTaken when a batch part with one file owns them.
 */
export async function claimForShards(options: ShardsOwnerOptions): Promise<void> {
  const { store, topicPrefix, takeOver, logger } = options
  const key = batchOwnerKey(topicPrefix)
  const text = JSON.stringify({ id: SHARDS_OWNER, run: SHARDS_OWNER, host: '', folder: '' } satisfies Owner)
  const owner = JSON.parse(await retryWhileUnavailable(() => store.claim(key, text, null))) as Owner
  if (owner.id === SHARDS_OWNER) return
  if (owner.id !== takeOver) throw ownedByFile(owner)
  logger.warn({ owner }, 'the topics of a batch part with one file are taken over: its batches are given up')
  await retryWhileUnavailable(() => store.set(key, text, null))
}

function ownedByFile({ id, host, folder }: Owner): TopicsTaken {
  return new TopicsTaken(
    `A batch part with one file owns these topics: ${id} on ${host}, folder ${folder}. Start it without FRONTIER_SHARDS until ` +
      `its batches have ended; then stop it, and start once with BATCH_TAKE_OVER=${id}: its batches and results are not taken along`,
  )
}
