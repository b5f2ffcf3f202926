import { z } from 'zod'
import { batchStates } from '#shared/ports/batch-words.ts'

const count = z.int().min(0)
const score = z.number().min(0).max(100)
const counts = z.record(z.string(), count)
const severity = z.enum(['error', 'warning', 'info'])

const pages = z.object({
  total: count.describe('Rows of `pages` so far: the sum of the next four.'),
  indexable: count,
  not_indexable: count.describe(
    'Pages with an error, a redirect, noindex, another canonical, or blocked by robots.txt.',
  ),
  failed: count.describe(
    'Failures without a response. A response with an error is a page that cannot be indexed.',
  ),
  unknown: count.describe(
    'Results that do not tell whether a page can be indexed: of other operations, and bot challenges in place of pages.',
  ),
  by_status: counts.describe('Rows by the HTTP status of their first response, where there was one.'),
  by_depth: counts.describe('Rows by clicks from a start page; crawls only.'),
  by_code: counts.describe('Failures by their code.'),
})

const scores = z.object({
  mean: score,
  median: score,
  by_category: z.record(z.string(), score).describe('Means of the categories.'),
  distribution: z
    .array(z.object({ from: count, to: count, pages: count }))
    .describe('Ranges of ten points, both ends included.'),
  worst: z
    .array(z.object({ url: z.string(), overall: score }))
    .describe('The ten pages with the lowest scores.'),
})

const effort = z
  .enum(['minutes', 'hours', 'days'])
  .describe('What the fix takes of somebody who knows the site: the `estimated_effort` of audits.')

const pagesUrl = z
  .string()
  .describe('All pages of the finding with what was found at each; relative to the URL of the service.')

const failedRule = z.object({
  rule_id: z.string(),
  category: z.string(),
  severity,
  title: z.string().describe('What is wrong, in a few words.'),
  why: z
    .string()
    .exactOptional()
    .describe('Why it matters. Absent where only a later version knows the rule.'),
  fix: z.string(),
  effort: effort.exactOptional(),
  docs_url: z.string(),
  pages: count.describe('Pages that failed it.'),
  share: z.number().min(0).max(1).describe('Of the audited pages.'),
  elements: count.describe('Affected elements of all those pages.'),
  points: score.describe('What it takes from the mean score of the audited pages.'),
  pages_url: pagesUrl,
  examples: z
    .array(
      z.object({
        url: z.string(),
        selector: z.string().nullable(),
        snippet: z.string().nullable(),
        message: z.string(),
      }),
    )
    .describe('Of the first ten pages in order of their URLs.'),
})

const item = z.looseObject({
  url: z.string().exactOptional(),
  urls: z.array(z.string()).exactOptional(),
})

const siteIssue = z.object({
  id: z.string(),
  severity,
  title: z.string(),
  why: z.string(),
  fix: z.string(),
  effort: effort.exactOptional(),
  docs_url: z.string(),
  points: score.describe("What it takes from the site's score."),
  affected: count.describe('Different URLs that the items name.'),
  pages_url: pagesUrl,
  items_total: count,
  items: z
    .array(item)
    .describe(
      'The first 1,000 at most in order of their URLs, as far as they fit into 500,000 characters. A page has `url`; a group of pages has `urls`, the first 100 of `urls_total`; links have `sources`, the first 20 of `sources_total`.',
    ),
})

const change = z.looseObject({
  rule_id: z.string().exactOptional().describe('Of a rule about pages.'),
  id: z.string().exactOptional().describe('Of a rule about the site.'),
  url: z.string().exactOptional(),
  urls: z.array(z.string()).exactOptional(),
})

const changes = z.object({
  batch: z.string().describe('The earlier batch.'),
  new: z.array(change).describe('The first 1,000.'),
  new_total: count,
  fixed: z.array(change).describe('The first 1,000.'),
  fixed_total: count,
  unchanged: count,
  pages_added: z.array(z.string()).describe('The first 1,000.'),
  pages_added_total: count,
  pages_gone: z.array(z.string()).describe('The first 1,000.'),
  pages_gone_total: count,
})

const siteScore = z.object({
  overall: score.describe('100 less all deductions, at least 0.'),
  deductions: z
    .array(
      z.object({
        id: z
          .string()
          .describe('`pages`: what the pages lack on average; else the id of a rule about the site.'),
        reason: z.string(),
        points: score,
      }),
    )
    .describe('The largest first. Together they are 100 less the score.'),
})

/** The report on the site of a batch: infra/docs/batches.md#site-report. */
export const siteReport = z
  .object({
    schema_version: z.string(),
    rule_version: z.string().describe('Of the rules about sites.'),
    batch: z.object({
      id: z.string(),
      operation: z.string(),
      state: z.enum(batchStates),
      created_at: z.iso.datetime(),
      finished_at: z.iso.datetime().nullable(),
      seeds: z.array(z.string()).describe('The first 100 start pages of a crawl, or URLs of a list.'),
    }),
    complete: z
      .boolean()
      .describe('False while the batch runs, and until sitemaps and links to other sites are checked.'),
    pages,
    score: siteScore.nullable().describe('Null where no page was read that can be indexed.'),
    scores: scores
      .nullable()
      .describe('Of the pages that can be indexed; null without any, and unless the operation is seo-audit.'),
    rules: z
      .array(failedRule)
      .describe('Rules about pages that failed, by severity, then points, then pages.'),
    site_issues: z
      .array(siteIssue)
      .describe('Rules about the site that found something, by severity, then points, then URLs.'),
    changes: changes.exactOptional().describe('With `compare`.'),
  })
  .meta({ id: 'SiteReport' })
export type SiteReport = z.infer<typeof siteReport>

/** A row of `GET /batches/{id}/pages`: infra/docs/batches.md#pages-of-a-batch. */
export const sitePageRow = z
  .object({
    n: z
      .int()
      .min(1)
      .describe(
        'Number of the result line. Final pages of redirects without a result of their own follow behind.',
      ),
    url: z.string(),
    final_url: z.string().nullable().describe('After redirects; null when no page was read.'),
    status: z.int().nullable().describe('Of the first response.'),
    code: z.string().nullable().describe('Of a failure without a response.'),
    depth: count.nullable(),
    title: z.string().nullable(),
    indexable: z.boolean().nullable().describe('Null where the operation does not tell.'),
    canonical: z.string().nullable(),
    overall: score.nullable().describe('Score of the audit.'),
    issues: count.nullable().describe('Rules of the audit that the page failed.'),
    inlinks: count.nullable().describe('Other pages with a followed link to it.'),
    outlinks: count.nullable().describe('Different pages it links to with followed links.'),
    link_score: score.nullable().describe('PageRank over the internal links on a logarithmic scale.'),
    words: count.nullable(),
    bytes: count.nullable(),
    ms: count.nullable().describe('Milliseconds that the target took to respond.'),
    redirected_to: z
      .string()
      .nullable()
      .describe(
        'Where the redirects of the URL end, also those of pages that send on at once; null without any.',
      ),
  })
  .meta({ id: 'SitePageRow' })
export type SitePageRow = z.infer<typeof sitePageRow>

const pageFound = z
  .object({
    message: z.string(),
    elements: count.describe('Affected elements; 1 for the page as a whole.'),
    selector: z.string().nullable(),
    snippet: z.string().nullable(),
    evidence: z.array(z.object({ selector: z.string().nullable(), value: z.string() })),
  })
  .describe('Of a rule about pages: what the audit says of it.')
const siteFound = z
  .looseObject({ more: z.array(item).exactOptional(), more_total: count.exactOptional() })
  .describe(
    'Of a rule about the site: the item, and in `more` further ones that name the page, the first 20 of `more_total`.',
  )

/** A row of `GET /batches/{id}/pages?rule=`. */
export const foundPageRow = sitePageRow
  .extend({
    found: z
      .union([pageFound, siteFound])
      .nullable()
      .describe('What the rule found; null where that was not stored.'),
  })
  .meta({ id: 'FoundPageRow' })
export type FoundPageRow = z.infer<typeof foundPageRow>
/** What a rule found at a page. */
export type Found = NonNullable<FoundPageRow['found']>
