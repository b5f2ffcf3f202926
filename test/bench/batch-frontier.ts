import { setTimeout as sleep } from 'node:timers/promises'
import { openBatchFixture, openBatchSite } from './batch-fixture.ts'
import { pageUrls } from './batch-pages.ts'
import type { Row } from './table.ts'

const FEW = 1000
const MANY = 1_000_000
const HOSTS = 500
const GOAL_MIB = 100
const SAMPLES = 20
const SAMPLE_MS = 1000

/** Memory cost of waiting URLs in one process with all parts; a new service for each count. */
export async function frontier(): Promise<Row[]> {
  const few = await rssWaiting(FEW)
  const many = await rssWaiting(MANY)
  const figure = (count: number) =>
    `RSS of the service with ${count} waiting URLs, MiB (median of ${SAMPLES} s)`
  return [
    { figure: figure(FEW), value: few.toFixed(0) },
    { figure: figure(MANY), value: many.toFixed(0) },
    { figure: 'difference, MiB', value: (many - few).toFixed(0), goal: `<= ${GOAL_MIB}` },
  ]
}

/** The delay of the hosts is at its maximum, so that hardly any URL starts meanwhile. */
async function rssWaiting(urls: number): Promise<number> {
  const site = await openBatchSite({ pages: urls, hosts: HOSTS })
  const fixture = await openBatchFixture({ BATCH_HOST_DELAY_MS: '30000' })
  try {
    const { id } = await fixture.batches.submit(pageUrls(site.pages))
    const { counts } = await fixture.batches.status(id)
    if (counts.accepted !== urls) throw new Error(`${counts.accepted} of ${urls} URLs were accepted`)
    const rss: number[] = []
    while (rss.length < SAMPLES) {
      await sleep(SAMPLE_MS)
      rss.push(fixture.rss())
    }
    return rss.toSorted((a, b) => a - b)[SAMPLES / 2] ?? 0
  } finally {
    await fixture.close()
    await site.close()
  }
}
