import { linesQuery } from '../../routes/batches/queries.ts'
import { type ErrorCase, plainCase } from '../error-cases.ts'
import {
  batchCommonCases,
  batchId,
  queryOf,
  requestIdHeader,
  unknownBatch,
  wrongParameter,
} from './batch-parts.ts'
import { codingHeaders, errorResponses, headers, jsonContent, quotaHeaders, ref } from './responses.ts'

const withoutScope = plainCase('INSUFFICIENT_PERMISSIONS', 'The key lacks the scope of the operation.')

const linesCases: readonly ErrorCase[] = [
  ...batchCommonCases,
  wrongParameter,
  unknownBatch,
  withoutScope,
  plainCase('CONFLICT', 'Lines before these are missing, or the batch was started or has ended.'),
  plainCase(
    'RATE_LIMIT_EXCEEDED',
    'What is left of the daily number of batch items of the key does not suffice.',
  ),
  plainCase('UNSUPPORTED_MEDIA_TYPE', 'The body is not of lines, or it is compressed.'),
]

const lines = { type: 'string', description: 'A line for each URL, as of a submission.' }

function addLines(): object {
  const operationId = 'addBatchLines'
  return {
    operationId,
    summary: 'Add lines to an open batch',
    description: `The body has the lines \`from\`, \`from\` + 1 and so on. A line that the batch has already is passed over, whatever its
text is now: when a request breaks off, send it again. \`accepted\` and \`rejected\` count the lines that this request has added,
\`next\` is the first line that is missing; a request that begins behind it is refused. Lines that break off in the middle may be
stored in part. An empty body asks for \`next\`. Each accepted line counts once against the key's daily number of batch items. A batch
that gets no lines for 24 hours is removed. The key needs the scope \`batch\` and that of the operation.`,
    tags: ['Batches'],
    parameters: [batchId, ...queryOf(linesQuery), requestIdHeader],
    requestBody: {
      required: false,
      content: { 'application/x-ndjson': { schema: lines }, 'text/plain': { schema: lines } },
    },
    responses: {
      200: {
        description: 'The lines are stored.',
        headers: headers(...quotaHeaders),
        content: jsonContent(ref('AddedLines'), operationId, 200),
      },
      ...errorResponses(operationId, linesCases),
    },
  }
}

function start(): object {
  const operationId = 'startBatch'
  return {
    operationId,
    summary: 'Start an open batch',
    description:
      'Its lines are complete: its pages are inspected from now on. A batch that was started or has ended stays as it is. The key needs the scope `batch` and that of the operation.',
    tags: ['Batches'],
    parameters: [batchId, requestIdHeader],
    responses: {
      200: {
        description: 'The batch.',
        headers: headers(...codingHeaders),
        content: jsonContent(ref('Batch'), operationId, 200),
      },
      ...errorResponses(operationId, [...batchCommonCases, unknownBatch, withoutScope]),
    },
  }
}

/** Every error of these routes. */
export function openBatchCases(): readonly ErrorCase[] {
  return linesCases
}

/** The routes of batches whose lines come in pieces. */
export function openBatchPaths(): Readonly<Record<string, object>> {
  return { '/batches/{id}/lines': { put: addLines() }, '/batches/{id}/start': { post: start() } }
}
