import { unavailable } from '#shared/errors.ts'
import type { EndedCrawl, SiteStore } from '../../site/finish/site-store.ts'
import { homeOf } from '../placement.ts'
import type { OwnedSite } from './owned-site.ts'

/** Crawls of owners that wait for their turn, named at a time. */
const SOME = 100

/**
 * Makes one store of those of all owned shards, of `count` shards. Methods that change something reject with
 * `SERVICE_UNAVAILABLE` when the process does not own the home of the batch.
 */
export function siteStores(owned: () => readonly OwnedSite[], count: number): SiteStore {
  const present = () => owned().filter(({ lost }) => !lost.aborted)

  function inHome<Args extends readonly unknown[]>(
    work: (sites: SiteStore, id: string, ...args: Args) => Promise<void>,
  ) {
    return async (id: string, ...args: Args): Promise<void> => {
      const home = present().find(({ shard }) => shard === homeOf(id, count))
      if (home === undefined) throw unavailable('shard')
      try {
        await work(home.sites, id, ...args)
      } catch (error) {
        throw home.lost.aborted ? unavailable('shard', error) : error
      }
    }
  }

  return {
    async unpublished() {
      const found = await Promise.all(present().map(unpublishedOf))
      return firstOfEachOwner(found.flat()).slice(0, SOME)
    },
    addListed: inHome((sites, ...given: Parameters<SiteStore['addListed']>) => sites.addListed(...given)),
    addProbes: inHome((sites, ...given: Parameters<SiteStore['addProbes']>) => sites.addProbes(...given)),
    finish: inHome((sites, ...given: Parameters<SiteStore['finish']>) => sites.finish(...given)),
    setPublished: inHome((sites, id) => sites.setPublished(id)),
  }
}

/** None of a shard that is lost meanwhile. */
async function unpublishedOf({ sites, lost }: OwnedSite): Promise<EndedCrawl[]> {
  try {
    return (await sites.unpublished()).map((crawl) => ({ ...crawl, lost }))
  } catch (error) {
    if (lost.aborted) return []
    throw error
  }
}

/** The oldest crawl of each owner, the oldest first: shards name one of an owner each. */
function firstOfEachOwner(crawls: readonly EndedCrawl[]): EndedCrawl[] {
  const inOrder = crawls.toSorted((a, b) => a.batch.createdAt - b.batch.createdAt)
  const firsts = new Map<string | null, EndedCrawl>()
  for (const crawl of inOrder) if (!firsts.has(crawl.batch.owner)) firsts.set(crawl.batch.owner, crawl)
  return [...firsts.values()]
}
