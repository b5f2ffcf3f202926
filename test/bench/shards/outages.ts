import { setTimeout as sleep } from 'node:timers/promises'
import { startKafkaCluster } from '#infra/services/kafka.ts'
import type { RunningService } from '#infra/services/service.ts'
import { openBatchSite } from '../batch-fixture.ts'
import { pageUrls } from '../batch-pages.ts'
import type { Row } from '../table.ts'
import { type BenchParts, openBenchParts } from './batch-parts.ts'
import { openCrawledSite } from './crawled-site.ts'
import { startEndingClock } from './ending-clock.ts'
import { fetchedAgain, pageRequests, resultRows } from './result-rows.ts'
import { whenReady } from './when-ready.ts'

export interface OutagesOptions {
  /** An object store that is killed for so long. */
  readonly store: RunningService
  readonly storeAwayMs: number
  /** Settings of Redis. */
  readonly env: Readonly<Record<string, string>>
}

const PARTS = 3
const CALM_MS = 15_000
const DELAY_MS = 300
/** Of the list. The crawl has one more. */
const HOSTS = 20
/** All that happens beside the outage of the object store takes about so long. */
const OTHERS_MS = 300_000

/**
 * A list and a crawl, while the object store is away, then a broker; at last all processes of the service are restarted in
 * turn. Three batch parts, three brokers.
 */
export async function outages(options: OutagesOptions): Promise<Row[]> {
  const cluster = await startKafkaCluster()
  const env = { ...options.env, ...options.store.env, ...cluster.env }
  const shards = { FRONTIER_SHARDS: '64', BATCH_HOST_DELAY_MS: String(DELAY_MS) }
  const service = await openBenchParts(PARTS, { ...shards, ...env }, [['fetch', 'extract']])
  try {
    return await measure(options, service, cluster.brokers[0] as RunningService, env)
  } finally {
    await service.close()
    await Promise.all(cluster.brokers.map((broker) => broker.kill()))
  }
}

async function measure(
  options: OutagesOptions,
  service: BenchParts,
  broker: RunningService,
  env: OutagesOptions['env'],
): Promise<Row[]> {
  const crawled = Math.round((options.storeAwayMs + OTHERS_MS) / DELAY_MS)
  const pages = HOSTS * crawled
  const site = await openBatchSite({ pages, hosts: HOSTS })
  const crawledSite = await openCrawledSite(crawled)
  try {
    const { batches } = service
    const list = await whenReady(() => batches.submit(pageUrls(site.pages)))
    const crawl = await whenReady(() => batches.crawl([crawledSite.start], crawled))
    const stopClock = startEndingClock(env)
    const memory = await causeOutages(options, service, broker)
    await batches.untilEnded(list.id)
    await batches.untilEnded(crawl.id)
    const { longest } = await stopClock()
    return [
      ...(await resultRows('list', batches, list.id, pages)),
      ...(await resultRows('crawl', batches, crawl.id, crawled)),
      fetchedAgain('list', pageRequests(await site.visits()), pages),
      fetchedAgain('crawl', crawledSite.requests(), crawled),
      { figure: 'longest time without an ending, s', value: longest.toFixed(1) },
      { figure: 'memory of the largest batch part: before, at the end of the outage, MiB', value: memory },
    ]
  } finally {
    await crawledSite.close()
    await site.close()
  }
}

/** Returns the memory before the object store was away, and after that. */
async function causeOutages(
  { store, storeAwayMs }: OutagesOptions,
  { parts, others }: BenchParts,
  broker: RunningService,
): Promise<string> {
  const largest = () => Math.max(...parts.map(({ child }) => child.rss())).toFixed(0)
  await sleep(CALM_MS)
  const before = largest()
  await store.kill()
  await sleep(storeAwayMs)
  const after = largest()
  await store.start()
  await sleep(CALM_MS)
  await broker.kill()
  await sleep(CALM_MS)
  await broker.start()
  for (const one of [...parts, ...others]) {
    await sleep(CALM_MS)
    await one.restart()
  }
  return `${before}, ${after}`
}
