import { shardOfEnding } from '#shared/messages/shard-placement.ts'
import { workTopic } from '#shared/messages/topics.ts'
import type { EventReader } from '#shared/ports/event-log.ts'
import { openBenchLog } from './bench-log.ts'

const REQUESTS = workTopic('inspection.requested', 'batch')

/**
 * The longest time in seconds from one of the losses (milliseconds since the epoch) until a shard released its next item,
 * of all shards. Read from the requests in the log, so it is asked before their retention is over.
 */
export async function longestToRelease(
  env: Readonly<Record<string, string>>,
  losses: readonly number[],
  shards: number,
): Promise<number> {
  const log = openBenchLog(env)
  try {
    const releases = await releasesByShard(log.reader, shards)
    const waits = losses.flatMap((loss) =>
      releases.flatMap((times) => times.find((time) => time > loss) ?? []).map((time) => time - loss),
    )
    return Math.max(0, ...waits) / 1000
  } finally {
    await log.close()
  }
}

/** When each shard released its items, ascending, in milliseconds since the epoch. */
async function releasesByShard(reader: EventReader, shards: number): Promise<number[][]> {
  const times: number[][] = Array.from({ length: shards }, () => [])
  for (const [partition, { oldest, end }] of (await reader.bounds(REQUESTS)).entries()) {
    for (let position = oldest; position < end; ) {
      const { records, next } = await reader.read(REQUESTS, partition, position)
      for (const { key, headers, timestamp } of records) {
        const shard = shardOfEnding(String(headers.ce_subject), String(key), shards)
        times[shard]?.push(timestamp)
      }
      position = next
    }
  }
  return times.map((each) => each.sort((a, b) => a - b))
}
