import type { Completion } from '#stages/batch/frontier/frontier.ts'
import { batchNamed, crawlRules, idOf, page as itemOf } from '#test/contract/frontier/batch-scene.ts'
import { openStoreFixture, type StoreFixture } from '#test/unit/stages/batch/store-fixture.ts'
import { addressCount, addressUrl, endOf, type LinkedSite, otherSites } from './site-pages.ts'

/** Id of the batch that `fillStore` makes. */
export const BATCH = 'bench'

/** Outcomes that arrive at a time. */
const GROUP = 200
const ADDED = 10_000

/** A frontier that a crawl has filled. */
export interface FilledStore extends StoreFixture {
  /** CPU and elapsed milliseconds of completing its items. */
  readonly cpuMs: number
  readonly ms: number
}

/**
 * Fills a frontier with a crawl of the whole site, as the results arrive, with or without the facts for a report. The caller
 * ends it.
 */
export async function fillStore(site: LinkedSite, hasFacts: boolean): Promise<FilledStore> {
  const store = await openStoreFixture({ window: 2 * GROUP, perHost: 2 * GROUP })
  await addItems(store, site)
  let [cpuMs, ms] = [0, 0]
  for (let done = 0; done < addressCount(site); ) {
    const completions = await nextCompletions(store, site, hasFacts)
    const [cpu, started] = [process.cpuUsage(), performance.now()]
    await store.frontier.complete(completions)
    const { user, system } = process.cpuUsage(cpu)
    cpuMs += (user + system) / 1000
    ms += performance.now() - started
    done += completions.length
  }
  if (hasFacts) await addSurroundings(store, site)
  store.database.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return { ...store, cpuMs, ms }
}

async function addItems({ frontier }: StoreFixture, site: LinkedSite): Promise<void> {
  const count = addressCount(site)
  await frontier.create(batchNamed(BATCH, { crawl: { ...crawlRules, maxPages: count } }))
  for (let from = 0; from < count; from += ADDED) {
    const urls = Array.from({ length: Math.min(ADDED, count - from) }, (_, at) => addressUrl(site, from + at))
    await frontier.add(
      BATCH,
      urls.map((url, at) => itemOf(url, { depth: from + at === 0 ? 0 : 1 })),
    )
  }
  await frontier.start(BATCH, false)
}

async function nextCompletions(
  { frontier }: StoreFixture,
  site: LinkedSite,
  hasFacts: boolean,
): Promise<Completion[]> {
  const dispatched = (await frontier.dispatch(GROUP)).dispatches
  if (dispatched.length === 0) throw new Error('the frontier has no items left')
  return dispatched.map((one) => {
    const id = idOf(one)
    // Items are numbered from 1 in the order of the addresses.
    return { id, ...endOf(site, Number(id.split('.')[1]) - 1, hasFacts) }
  })
}

/** What a crawl looks at when it has ended: its sitemap, and links to other sites. */
async function addSurroundings({ sites }: StoreFixture, site: LinkedSite): Promise<void> {
  for (let from = 0; from < site.pages; from += ADDED)
    await sites.addListed(
      BATCH,
      Array.from({ length: Math.min(ADDED, site.pages - from) }, (_, at) => addressUrl(site, from + at)),
    )
  const answers = otherSites(site).map((url, at) => ({
    url,
    status: at % 20 === 0 ? 404 : 200,
    error: null,
    location: null,
  }))
  await sites.addProbes(BATCH, answers)
  await sites.finish(BATCH, [new URL(addressUrl(site, 0)).origin])
}
