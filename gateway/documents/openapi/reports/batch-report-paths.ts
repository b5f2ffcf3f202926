import { foundPageRow, sitePageRow, siteReport } from '#shared/operations/results/site-report.ts'
import { pagesQuery, reportQuery } from '../../../routes/batches/queries.ts'
import { plainCase } from '../../error-cases.ts'
import { type JsonSchema, schemaOf } from '../../json-schema.ts'
import { batchParameters, batchReadCases, queryOf } from '../batch-parts.ts'
import { codingHeaders, errorResponses, headers, jsonContent, ref, textContent } from '../responses.ts'

/** Schemas of the report routes, by component name. */
export function batchReportComponents(): Readonly<Record<string, JsonSchema>> {
  return {
    SiteReport: schemaOf(siteReport),
    SitePageRow: schemaOf(sitePageRow),
    FoundPageRow: schemaOf(foundPageRow),
  }
}

/** Of a report that would be too long on paper. */
export const tooManyPages = plainCase(
  'RESPONSE_TOO_LARGE',
  'As PDF it would have more than 2,000 printed pages, or take too long: choose severities, or take it as HTML.',
)

function report(): object {
  const operationId = 'getBatchReport'
  return {
    operationId,
    summary: 'Report on the site of a batch',
    description: `What the results mean together: counts, scores, the rules that pages failed, and what is wrong with the site as
a whole: duplicates, broken links with where they are, redirects, orphans, depth, sitemap, canonicals and language versions across
pages. Of a crawl it needs no more than that crawl; of a list or a sitemap, what needs links is left out. While the batch runs it
is the report so far; a crawl is \`complete\` when its sitemaps and the links it did not follow were looked at after its end.
\`Accept: text/html\` is one file for people, without script, \`application/pdf\` the same on A4, \`text/markdown\` a summary to paste. \`severity\` keeps the findings of
some severities alone. Each finding has \`pages_url\`: all of its pages. The key needs the scope
\`batch\`.`,
    tags: ['Batches'],
    parameters: [...batchParameters, ...queryOf(reportQuery)],
    responses: {
      200: {
        description: 'The report.',
        headers: headers(...codingHeaders),
        content: {
          ...jsonContent(ref('SiteReport'), operationId, 200),
          ...textContent('text/markdown', operationId, 200),
          ...textContent('text/html', operationId, 200),
          'application/pdf': { schema: { type: 'string', format: 'binary' } },
        },
      },
      ...errorResponses(operationId, [...batchReadCases, tooManyPages]),
    },
  }
}

function pages(): object {
  const operationId = 'getBatchPages'
  return {
    operationId,
    summary: 'Pages of a batch',
    description: `A row (\`SitePageRow\`) for each result, by its number \`n\`, with the links to and from it and its link score: a
PageRank over the links inside the site, from 0 to 100. A URL that redirects has \`redirected_to\` and the status of its first
response; a final page without a result of its own has one row behind all results. \`rule\` gives all pages of an issue, each with
what was found there (\`FoundPageRow\`); \`status\`, \`indexable\`, \`min_overall\` and \`max_overall\` choose pages, and all
conditions must hold. To read on in the order of \`sort\`, pass the \`n\` of the last row as \`after\`. \`Accept: text/csv\` gives CSV
(RFC 4180) with a header line. The key needs the scope \`batch\`.`,
    tags: ['Batches'],
    parameters: [...batchParameters, ...queryOf(pagesQuery)],
    responses: {
      200: {
        description: 'The rows; none = there is nothing yet behind `after`.',
        headers: headers(...codingHeaders),
        content: {
          ...textContent('application/x-ndjson', operationId, 200),
          ...textContent('text/csv', operationId, 200),
        },
      },
      ...errorResponses(operationId, batchReadCases),
    },
  }
}

/** The routes of the report on the site of a batch. */
export function batchReportPaths(): Readonly<Record<string, object>> {
  return { '/batches/{id}/report': { get: report() }, '/batches/{id}/pages': { get: pages() } }
}
