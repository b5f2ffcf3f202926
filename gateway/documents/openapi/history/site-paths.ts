import { siteDetails, sitePage } from '#shared/operations/results/sites.ts'
import { sitesQuery } from '../../../routes/batches/sites/query.ts'
import { type ErrorCase, plainCase } from '../../error-cases.ts'
import { type JsonSchema, schemaOf } from '../../json-schema.ts'
import { queryOf, requestIdHeader, wrongParameter } from '../batch-parts.ts'
import { codingHeaders, errorResponses, headers, jsonContent, ref } from '../responses.ts'

/** Schemas of the routes of sites, by component name. */
export function siteComponents(): Readonly<Record<string, JsonSchema>> {
  return { SitePage: schemaOf(sitePage), SiteDetails: schemaOf(siteDetails) }
}

const cases: readonly ErrorCase[] = [
  plainCase('INVALID_API_KEY', 'The key is missing, wrong or revoked.'),
  plainCase('INSUFFICIENT_PERMISSIONS', 'The key lacks the scope `batch`.'),
  wrongParameter,
  plainCase('RATE_LIMIT_EXCEEDED', 'Too many calls without a valid key.'),
  plainCase('SERVICE_UNAVAILABLE', 'An inner service is unavailable.'),
  plainCase('INTERNAL_ERROR', 'Something unforeseen.'),
]
const KEPT = `Only crawls that finished count, once their reports are complete: no lists, no sitemaps, and no crawls that were cancelled.
Figures are kept for \`SITE_HISTORY_DAYS\`, also after their batches are gone. The key needs the scope \`batch\`; nothing is counted.`

function list(): object {
  const operationId = 'listSites'
  return {
    operationId,
    summary: 'Crawled sites',
    description: `The sites that keys of the owner crawled, by host, with the figures of the last crawl and the course of the score.
${KEPT} A crawl that finishes between two pages moves no other site to another page.`,
    tags: ['Batches'],
    parameters: [...queryOf(sitesQuery), requestIdHeader],
    responses: {
      200: {
        description: 'A page of them.',
        headers: headers(...codingHeaders),
        content: jsonContent(ref('SitePage'), operationId, 200),
      },
      ...errorResponses(operationId, cases),
    },
  }
}

function get(): object {
  const operationId = 'getSite'
  return {
    operationId,
    summary: 'A crawled site',
    description: `All crawls of a site that are kept. ${KEPT}`,
    tags: ['Batches'],
    parameters: [
      {
        name: 'host',
        in: 'path',
        required: true,
        schema: { type: 'string' },
        description: 'The host without a port.',
      },
      requestIdHeader,
    ],
    responses: {
      200: {
        description: 'The site.',
        headers: headers(...codingHeaders),
        content: jsonContent(ref('SiteDetails'), operationId, 200),
      },
      ...errorResponses(operationId, [
        ...cases,
        plainCase(
          'NOT_FOUND',
          'No crawl of this site by this owner has finished, or its figures are not kept.',
        ),
      ]),
    },
  }
}

/** The routes of sites. */
export function sitePaths(): Readonly<Record<string, object>> {
  return { '/sites': { get: list() }, '/sites/{host}': { get: get() } }
}
