import { answerOf } from '#shared/operations/casing.ts'
import {
  type SiteDetailsBody,
  type SitePageBody,
  siteDetails,
  sitePage,
} from '#shared/operations/results/sites.ts'
import type { SiteCrawl, SitePage, SiteRecord } from '#shared/store/site-history.ts'
import { encodeSiteCursor } from './query.ts'

/** Scores of a site in a list. */
const LISTED_SCORES = 50

/** The body of `GET /sites`: `infra/docs/batches.md#sites`. */
export function sitePageBody({ sites, next }: SitePage): SitePageBody {
  const nextCursor = next === null ? null : encodeSiteCursor(next)
  return answerOf(sitePage, { sites: sites.map((site) => siteOf(site, LISTED_SCORES)), nextCursor })
}

/** The body of `GET /sites/{host}`. */
export function siteDetailsBody(site: SiteRecord): SiteDetailsBody {
  return answerOf(siteDetails, { ...siteOf(site, site.crawls.length), history: site.crawls.map(crawlOf) })
}

function siteOf({ host, crawls }: SiteRecord, scores: number) {
  return {
    host,
    crawls: crawls.length,
    last: crawlOf(crawls[0] as SiteCrawl),
    scores: crawls
      .slice(0, scores)
      .map(({ finishedAt, ...crawl }) => ({ ...crawl, at: finishedAt }))
      .toReversed(),
  }
}

function crawlOf({ newIssues, fixedIssues, ...crawl }: SiteCrawl) {
  return { ...crawl, new: newIssues, fixed: fixedIssues }
}
