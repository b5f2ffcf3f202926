import { Redis } from 'ioredis'
import { provideRedis } from '#infra/services/redis.ts'
import { bytesPresentAfter, sumOf, watchCommands } from '#test/support/service/redis-usage.ts'
import { openBatchFixture, openBatchSite } from './batch-fixture.ts'
import { pageUrls } from './batch-pages.ts'
import type { Row } from './table.ts'

const LATER_SECONDS = 600
const GOAL_BYTES = 60
/** The default. */
const DELAY_MS = '1000'
const GOAL_COMMANDS = 3.5

/** Cost of a batch's pages in Redis: commands, the server's memory at their end, and that of its keys 10 minutes later. */
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
    const later = await bytesPresentAfter(redis, LATER_SECONDS)
    const commands = [...watched.counts].map(([name, calls]) => `${name} ${(calls / pages).toFixed(2)}`)
    const kinds = [...later].map(([kind, bytes]) => `${kind} ${(bytes / pages).toFixed(1)}`)
    return [
      {
        figure: 'commands a page',
        value: (sumOf(watched.counts) / pages).toFixed(2),
        goal: `<= ${GOAL_COMMANDS}`,
      },
      { figure: 'of these', value: commands.join('  ') },
      { figure: 'bytes a page at the end', value: ((ended - before) / pages).toFixed(0) },
      {
        figure: 'bytes of keys a page 10 minutes later',
        value: (sumOf(later) / pages).toFixed(1),
        goal: `<= ${GOAL_BYTES}`,
      },
      { figure: 'of these', value: kinds.join('  ') },
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
