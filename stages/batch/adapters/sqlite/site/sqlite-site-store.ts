import { siteAddress } from '../../../crawl/normalize-address.ts'
import type { Batch } from '../../../frontier/frontier.ts'
import { type LinkAnswer, type SiteStore, siteState } from '../../../site/finish/site-store.ts'
import type { Database } from '../../disk/disk-guard.ts'
import { batchOf } from '../statements/batches.ts'
import type { Tables } from '../tables.ts'
import { siteBatches } from './site-batches.ts'

export interface SiteStoreOptions {
  readonly database: Database
  readonly tables: Pick<Tables, 'site'>
}

/** URLs of one write, so that it blocks the event loop for some milliseconds only. */
const WRITE_URLS = 200

/** Makes the store on the file of a frontier. */
export function sqliteSiteStore({ database, tables }: SiteStoreOptions): SiteStore {
  const { site } = tables
  const batches = siteBatches(database.db)

  /** Does work on a batch for some of its entries after the other, unless the batch has been removed or has no items. */
  async function inParts<Entry>(
    id: string,
    entries: readonly Entry[],
    work: (num: number, batch: Batch, entry: Entry) => void,
  ): Promise<void> {
    for (let from = 0; from < entries.length; from += WRITE_URLS) {
      await database.write(() => {
        const row = batches.get(id)
        if (row === null || row.num === 0) return
        site.texts.begin()
        const batch = batchOf(row)
        for (const entry of entries.slice(from, from + WRITE_URLS)) work(row.num, batch, entry)
      })
    }
  }

  async function change(id: string, next: (state: number) => number): Promise<void> {
    await database.write(() => {
      const row = batches.get(id)
      if (row !== null) batches.setState(id, next(row.site_state))
    })
  }

  /** The origins come first: what a crash leaves of them is added again. */
  async function finish(id: string, sitemapOrigins: readonly string[]): Promise<void> {
    await inParts(id, sitemapOrigins, (num, _, origin) =>
      site.insertSitemapOrigin(num, site.texts.of(num, new URL(origin).href)),
    )
    await change(id, () => siteState.completed(sitemapOrigins.length > 0))
  }

  return {
    async unpublished() {
      return batches
        .unpublished()
        .map((row) => ({ batch: batchOf(row), isFinished: siteState.isComplete(row.site_state) }))
    },
    addListed: (id, urls) =>
      inParts(id, urls, (num, batch, url) => {
        const { href } = URL.parse(url) ?? {}
        if (href !== undefined) site.insertListed(num, site.texts.of(num, siteAddress(batch)(href)))
      }),
    addProbes: (id, answers) =>
      inParts(id, answers, (num, batch, answer) => insertProbe(site, num, batch, answer)),
    finish,
    setPublished: (id) => change(id, siteState.published),
  }
}

function insertProbe(
  site: Tables['site'],
  num: number,
  batch: Batch,
  { url, status, error, location }: LinkAnswer,
): void {
  const textOf = (text: string | null) => (text === null ? null : site.texts.of(num, text))
  const target = location === null ? null : siteAddress(batch)(location)
  site.insertProbe(num, site.texts.of(num, url), { status, error: textOf(error), location: textOf(target) })
}
