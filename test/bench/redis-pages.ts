import { Redis } from 'ioredis'
import { provideRedis } from '#infra/services/redis.ts'
import { sumOf, watchCommands } from '#test/support/service/redis-usage.ts'
import { openBatchFixture, openBatchSite } from './batch-fixture.ts'
import { pageUrls } from './batch-pages.ts'
import type { Row } from './table.ts'

const QUARTER_MS = 900_000
const GOAL_BYTES = 600
/** The default. */
const DELAY_MS = '1000'
const GOAL_COMMANDS = 5

/** Cost of a batch's pages in Redis: commands, and memory at their end and 15 minutes later. */
export async function redisPages(pages: number, hosts: number): Promise<Row[]> {
  const provided = await provideRedis()
  if (provided.kind === 'unavailable') return [{ figure: provided.reason, value: 'left out' }]
  const { service } = provided
  const redis = new Redis(service.port)
  const site = await openBatchSite({ pages, hosts })
  const fixture = await openBatchFixture({
    REDIS_URL: service.env.REDIS_URL ?? '',
    BATCH_HOST_DELAY_MS: DELAY_MS,
  })
  try {
    const before = await usedBytes(redis)
    const watched = await watchCommands(redis)
    const { id } = await fixture.batches.submit(pageUrls(site.pages))
    await fixture.batches.untilEnded(id)
    watched.stop()
    const ended = await usedBytes(redis)
    await dropExpiringWithin(redis, QUARTER_MS)
    const later = await usedBytes(redis)
    const commands = [...watched.counts].map(([name, calls]) => `${name} ${(calls / pages).toFixed(2)}`)
    return [
      {
        figure: 'commands a page',
        value: (sumOf(watched.counts) / pages).toFixed(2),
        goal: `<= ${GOAL_COMMANDS}`,
      },
      { figure: 'of these', value: commands.join('  ') },
      { figure: 'bytes a page at the end', value: ((ended - before) / pages).toFixed(0) },
      {
        figure: 'bytes a page 15 minutes later',
        value: ((later - before) / pages).toFixed(0),
        goal: `<= ${GOAL_BYTES}`,
      },
    ]
  } finally {
    redis.disconnect()
    await fixture.close()
    await Promise.all([site.close(), service.stop()])
  }
}

async function usedBytes(redis: Redis): Promise<number> {
  return Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1])
}

/** Deletes keys that would have expired by then. */
async function dropExpiringWithin(redis: Redis, ms: number): Promise<void> {
  for await (const keys of redis.scanStream({ match: 'pageprobe:*', count: 1000 }))
    for (const key of keys as string[]) {
      const left = await redis.pttl(key)
      if (left !== -1 && left <= ms) await redis.del(key)
    }
}
