import { setTimeout as sleep } from 'node:timers/promises'
import type { TopicPartition } from '#shared/ports/event-log.ts'
import type { MetadataCache } from '../connection/cluster-metadata.ts'

export interface PollOptions<T> {
  readonly metadata: MetadataCache
  readonly partitions: readonly T[]
  readonly isOver: () => boolean
  /** Asks a leader (host:port) about its partitions once. Resolves with whether it may still lead all of them. */
  readonly poll: (leader: string, partitions: readonly T[]) => Promise<boolean>
}

const RETRY_MS = 200

/**
 * Polls the leaders of the partitions beside each other, each again and again, until it is over. Ends, too, some time after
 * a partition has no leader or a poll has failed: the caller then refreshes the metadata. Never rejects.
 */
export async function pollByLeader<T extends TopicPartition>(options: PollOptions<T>): Promise<void> {
  const { metadata, partitions, isOver, poll } = options
  let isBroken = false

  async function pollLeader(leader: string | null, ofLeader: readonly T[]): Promise<void> {
    let leads = leader !== null
    while (leader !== null && leads && !isBroken && !isOver()) {
      leads = await poll(leader, ofLeader).catch(() => false)
    }
    if (leads) return
    isBroken = true
    await sleep(RETRY_MS)
  }

  const byLeader = Map.groupBy(partitions, ({ topic, partition }) => metadata.leader(topic, partition))
  await Promise.all([...byLeader].map(([leader, ofLeader]) => pollLeader(leader, ofLeader)))
}
