import { z } from 'zod'
import type { Answer } from '#shared/operations/casing.ts'

const count = z.int().min(0)
const score = z
  .number()
  .min(0)
  .max(100)
  .nullable()
  .describe("Of the site, as in the crawl's report; null where no page was read that can be indexed.")
const batch = z.string().describe('Id of the crawl. Its batch may be gone: figures are kept longer.')

/** A finished crawl in `GET /sites`: infra/docs/batches.md#sites. */
const siteCrawl = z.object({
  batch,
  operation: z.string(),
  finished_at: z.iso.datetime(),
  score,
  pages: count,
  not_indexable: count,
  errors: count.describe('Rules of severity error that failed, about pages and about the site.'),
  new: count
    .nullable()
    .describe(
      'Findings since the crawl of the site before, as `changes.new_total` of the report; null where there was none to compare with.',
    ),
  fixed: count.nullable().describe('Findings of the crawl before that are gone, in the same way.'),
})
export type SiteCrawlBody = Answer<typeof siteCrawl>

const point = z.object({ batch, at: z.iso.datetime().describe('When the crawl finished.'), score })

/** A site in a list. */
const site = z.object({
  host: z.string().describe('Of the first start page, as URLs write it, without its port.'),
  crawls: count.describe('Finished crawls that are kept, 200 at most.'),
  last: siteCrawl,
  scores: z.array(point).describe('Of the last 50 crawls, the oldest first.'),
})

/** The body of `GET /sites`. */
export const sitePage = z
  .object({
    sites: z.array(site).describe('The most recently crawled first.'),
    next_cursor: z
      .string()
      .nullable()
      .describe('Comes back as `cursor` for the next page; null = this is the last one.'),
  })
  .meta({ id: 'SitePage' })
export type SitePageBody = Answer<typeof sitePage>

/** The body of `GET /sites/{host}`. */
export const siteDetails = site
  .extend({
    scores: z.array(point).describe('Of all crawls that are kept, the oldest first.'),
    history: z.array(siteCrawl).describe('All crawls that are kept, the newest first.'),
  })
  .meta({ id: 'SiteDetails' })
export type SiteDetailsBody = Answer<typeof siteDetails>
