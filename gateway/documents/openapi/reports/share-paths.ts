import { createdShare, shareList } from '#shared/operations/results/shares.ts'
import { shareSchema } from '../../../routes/batches/shares/share-body.ts'
import { plainCase } from '../../error-cases.ts'
import { type JsonSchema, schemaOf } from '../../json-schema.ts'
import {
  batchCommonCases,
  batchParameters,
  requestIdHeader,
  unknownBatch,
  wrongParameter,
} from '../batch-parts.ts'
import { codingHeaders, errorResponses, headers, jsonContent, ref, textContent } from '../responses.ts'
import { tooManyPages } from './batch-report-paths.ts'

/** Schemas of the routes of shares, by component name. */
export function shareComponents(): Readonly<Record<string, JsonSchema>> {
  return { CreatedShare: schemaOf(createdShare), Shares: schemaOf(shareList) }
}

const SCOPE = "The key needs the scope `batch`; the batch is the owner's own."
const tags = ['Batches']

function create(): object {
  const operationId = 'shareBatchReport'
  return {
    operationId,
    summary: 'Share the report of a batch',
    description: `Makes a URL that shows the report without a key until it expires or is removed: HTML, and a PDF with \`format=pdf\`.
The report is made anew for its readers, so it follows a batch that runs. A batch has at most 100 shares. ${SCOPE}`,
    tags,
    parameters: batchParameters,
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(shareSchema) } } },
    responses: {
      201: {
        description: 'The share, and its URL for the only time.',
        headers: headers(...codingHeaders),
        content: jsonContent(ref('CreatedShare'), operationId, 201),
      },
      ...errorResponses(operationId, [
        ...batchCommonCases,
        unknownBatch,
        wrongParameter,
        plainCase('UNSUPPORTED_MEDIA_TYPE', 'The body is not application/json.'),
        plainCase('PAYLOAD_TOO_LARGE', 'The body has more than 160 KiB.'),
        plainCase('RATE_LIMIT_EXCEEDED', 'The batch has 100 shares; `reset` is when the first one expires.'),
      ]),
    },
  }
}

function list(): object {
  const operationId = 'listBatchShares'
  return {
    operationId,
    summary: 'Shares of the report of a batch',
    description: `What is shared of a batch, without the URLs. ${SCOPE}`,
    tags,
    parameters: batchParameters,
    responses: {
      200: {
        description: 'The shares.',
        headers: headers(...codingHeaders),
        content: jsonContent(ref('Shares'), operationId, 200),
      },
      ...errorResponses(operationId, [...batchCommonCases, unknownBatch]),
    },
  }
}

function remove(): object {
  const operationId = 'removeBatchShare'
  const shareId = { name: 'share', in: 'path', required: true, schema: { type: 'string' } }
  return {
    operationId,
    summary: 'End a share',
    description: `Its URL shows nothing any more, at once. ${SCOPE}`,
    tags,
    parameters: [...batchParameters, shareId],
    responses: {
      204: { description: 'It is removed.', headers: headers() },
      ...errorResponses(operationId, [
        ...batchCommonCases,
        plainCase('NOT_FOUND', 'The batch has no such share.'),
      ]),
    },
  }
}

function shared(): object {
  const operationId = 'getSharedReport'
  return {
    operationId,
    summary: 'A shared report',
    description: `The report that a share shows: one HTML file without script. It needs no key, and no search engine shall keep it.
Every token that shows nothing gets the same 404: a wrong one, one that expired or was removed, one of a batch that is gone. Other
parameters are ignored.`,
    tags,
    security: [],
    parameters: [
      { name: 'token', in: 'path', required: true, schema: { type: 'string' } },
      {
        name: 'format',
        in: 'query',
        description: 'As which it is sent.',
        schema: { type: 'string', enum: ['html', 'pdf'], default: 'html' },
      },
      requestIdHeader,
    ],
    responses: {
      200: {
        description: 'The report.',
        headers: headers('Cache-Control', ...codingHeaders),
        content: {
          ...textContent('text/html', operationId, 200),
          'application/pdf': { schema: { type: 'string', format: 'binary' } },
        },
      },
      ...errorResponses(operationId, [
        plainCase('NOT_FOUND', 'The token shows nothing.'),
        tooManyPages,
        plainCase('RATE_LIMIT_EXCEEDED', 'Too many calls without a key.'),
        plainCase('SERVICE_UNAVAILABLE', 'The batch part is unavailable, or nothing can be printed.'),
        plainCase('INTERNAL_ERROR', 'Something unforeseen.'),
      ]),
    },
  }
}

/** The routes of shared reports. */
export function sharePaths(): Readonly<Record<string, object>> {
  return {
    '/batches/{id}/shares': { get: list(), post: create() },
    '/batches/{id}/shares/{share}': { delete: remove() },
    '/shared/{token}': { get: shared() },
  }
}
