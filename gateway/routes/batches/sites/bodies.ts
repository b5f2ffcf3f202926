import type { SiteDetailsBody, SitePageBody } from '#shared/operations/results/sites.ts'
import type { SiteCrawl, SitePage, SiteRecord } from '#shared/store/site-history.ts'
import { encodeSiteCursor } from './query.ts'

/** Scores of a site in a list. */
const LISTED_SCORES = 50

/** The body of `GET /sites`: `infra/docs/contract.md#sites`. */
export function sitePageBody({ sites, next }: SitePage): SitePageBody {
  return {
    sites: sites.map((site) => siteBody(site, LISTED_SCORES)),
    next_cursor: next === null ? null : encodeSiteCursor(next),
  }
}

/** The body of `GET /sites/{host}`. */
export function siteDetailsBody(site: SiteRecord): SiteDetailsBody {
  return { ...siteBody(site, site.crawls.length), history: site.crawls.map(crawlBody) }
}

function siteBody({ host, crawls }: SiteRecord, scores: number): SitePageBody['sites'][number] {
  return {
    host,
    crawls: crawls.length,
    last: crawlBody(crawls[0] as SiteCrawl),
    scores: crawls
      .slice(0, scores)
      .map(({ batch, finishedAt, score }) => ({ batch, at: finishedAt, score }))
      .toReversed(),
  }
}

function crawlBody(crawl: SiteCrawl): SiteDetailsBody['history'][number] {
  const { batch, operation, score, pages, errors } = crawl
  return {
    ...{ batch, operation, finished_at: crawl.finishedAt, score, pages },
    ...{ not_indexable: crawl.notIndexable, errors, new: crawl.newIssues, fixed: crawl.fixedIssues },
  }
}
