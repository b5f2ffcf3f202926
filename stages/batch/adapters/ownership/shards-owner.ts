import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Log } from '#shared/log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { batchOwnerKey } from '#shared/store/keys.ts'
import { isMoved, markMoved } from './moved-folder.ts'
import { OWNER_FILE, type Owner, SHARDS_OWNER, TopicsTaken } from './topic-owner.ts'

/** Named as the owner to take over, it gives up the former frontier whose folder was lost after the move to shards. */
export const FORMER = 'former'

export interface ShardsOwnerOptions {
  readonly store: Pick<KeyValues, 'claim' | 'set'>
  readonly topicPrefix: string
  /** The folder of this part. */
  readonly folder: string
  /** The id of the batch part with one file to take the topics over from. '' takes over nothing. */
  readonly takeOver: string
  readonly logger: Log
}

/**
 * Makes the shards the owner of the topics, for all batch parts together. Resolves with whether the folder is that of the former
 * owner, now and at later starts: its file goes on. Waits while the store is unavailable. Throws TopicsTaken when a batch part
 * with one file in another folder owns them.
 */
export async function claimForShards(options: ShardsOwnerOptions): Promise<boolean> {
  const { store, topicPrefix, folder, takeOver, logger } = options
  const key = batchOwnerKey(topicPrefix)
  const shards = textOf(SHARDS_OWNER)
  const own = ownerIn(folder)
  // A store that lost its data does not know that the file of this folder owned the topics.
  const wanted = own === null || isMoved(folder) ? shards : textOf(own)
  const owner = JSON.parse(await retryWhileUnavailable(() => store.claim(key, wanted, null))) as Owner
  if (owner.id === SHARDS_OWNER) return isMoved(folder)
  if (owner.id === own) markMoved(folder)
  else if (owner.id !== takeOver) throw ownedByFile(owner)
  else
    logger.warn(
      { owner },
      'the topics of a batch part with one file are taken over: its batches are given up',
    )
  await retryWhileUnavailable(() => store.set(key, shards, null))
  return isMoved(folder)
}

/** The id of the owner whose folder it is; null = it never had one file. */
function ownerIn(folder: string): string | null {
  try {
    return readFileSync(join(folder, OWNER_FILE), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

function textOf(id: string): string {
  return JSON.stringify({ id, run: id, host: '', folder: '' } satisfies Owner)
}

function ownedByFile({ id, host, folder }: Owner): TopicsTaken {
  return new TopicsTaken(
    `A batch part with one file owns these topics: ${id} on ${host}, folder ${folder}. Start the one with that folder first, with ` +
      'FRONTIER_SHARDS as well: its batches go on beside the shards; then start this one. Or, when that folder is lost, give its ' +
      `batches up: start once with BATCH_TAKE_OVER=${id}`,
  )
}
