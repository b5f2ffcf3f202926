import { z } from 'zod'
import { type HostPoliteness, politenessFields } from '../../routes/batches/batch-politeness.ts'
import { batchBody, openField } from '../../routes/batches/batch-request.ts'
import { listQuery, resultsQuery, statusQuery } from '../../routes/batches/queries.ts'
import { type ErrorCase, plainCase } from '../error-cases.ts'
import { requestOf } from '../examples.ts'
import { type JsonSchema, schemaOf } from '../json-schema.ts'
import {
  batchCommonCases,
  batchId,
  batchReadCases,
  queryOf,
  requestIdHeader,
  unknownBatch,
  wrongParameter,
} from './batch-parts.ts'
import { openBatchCases, openBatchPaths } from './open-batch-paths.ts'
import { availableOperations } from './operations.ts'
import { codingHeaders, errorResponses, headers, jsonContent, quotaHeaders, ref } from './responses.ts'

const submitCases: readonly ErrorCase[] = [
  ...batchCommonCases,
  wrongParameter,
  plainCase('INSUFFICIENT_PERMISSIONS', 'The key lacks the scope of the operation.'),
  plainCase(
    'RATE_LIMIT_EXCEEDED',
    'What is left of the daily number of batch items of the key does not suffice.',
  ),
  plainCase('UNSUPPORTED_MEDIA_TYPE', 'The body is neither of lines nor JSON, or it is compressed.'),
  plainCase('PAYLOAD_TOO_LARGE', 'A JSON body is larger than 16 MiB; lines have no limit.'),
]

/** Every error of the batch routes. */
export function batchCases(): readonly ErrorCase[] {
  return [...submitCases, ...openBatchCases()]
}

/** With the defaults of the installation in place of null, which stands for them. */
function bodySchema({ delayMs, concurrency }: HostPoliteness): JsonSchema {
  const { properties, ...schema } = schemaOf(batchBody) as { properties: Record<string, JsonSchema> }
  const { delay_ms, concurrency: atATime, ...others } = properties
  const politeness = {
    delay_ms: { ...delay_ms, default: delayMs },
    concurrency: { ...atATime, default: concurrency },
  }
  return { ...schema, properties: { ...others, ...politeness } }
}

const politenessQuery = z.strictObject(politenessFields)

/** The manners as parameters of a query, which cannot be null. */
function politenessParameters({ delayMs, concurrency }: HostPoliteness): object[] {
  const defaults: Readonly<Record<string, number>> = { delay_ms: delayMs, concurrency }
  return Object.entries(politenessQuery.shape).map(([name, field]) => {
    const { description, ...schema } = schemaOf(field.unwrap().unwrap())
    return {
      name,
      in: 'query',
      description: `With lines: ${field.description}`,
      schema: { ...schema, default: defaults[name] },
    }
  })
}

const lines = { type: 'string', description: 'A line for each, see above.' }

function submit(hostPoliteness: HostPoliteness): object {
  const operationId = 'submitBatch'
  const example = requestOf(operationId)
  const content = {
    'application/x-ndjson': { schema: lines },
    'text/plain': { schema: lines },
    'application/json': { schema: bodySchema(hostPoliteness), ...(example !== null && { example }) },
  }
  return {
    operationId,
    summary: 'Submit a batch',
    description: `Inspects many URLs when there is room, politely towards each host. Lines are a URL, a JSON string or a JSON object
\`{"url", …parameters}\` each; they are streamed, of any number, each of at most 64 KiB. With lines the query
has the \`operation\` and the parameters that a line does not say itself; with JSON the body has them, and crawls and sitemaps
besides. A line that is wrong, or repeats an earlier one, is rejected by its number; the others are taken. When the body ends
early, nothing is. Answered when all of it is stored. The key needs the scope \`batch\` and that of the operation.

Each line that is not blank and not rejected counts against the key's daily number of batch items, all or none of a submission.
A crawl is granted its \`max_pages\`, or what is left of that number if that is less, when it begins, and gives back what it did
not need when it ends; entries of sitemaps count as they are read.

With \`open=true\` the batch is \`open\`: its lines come in pieces, and nothing is inspected before its start. It has no crawl
and no sitemaps.`,
    tags: ['Batches'],
    parameters: [
      {
        name: 'operation',
        in: 'query',
        description: 'With lines: what each URL is asked for.',
        schema: { type: 'string', enum: availableOperations, default: 'metadata' },
      },
      {
        name: 'parameters',
        in: 'query',
        description:
          'With lines: the parameters of the operation but `url`, each under its own name; one that is an object as JSON text, e.g. `viewport={"width":800,"height":600}`.',
        schema: { type: 'object' },
      },
      ...politenessParameters(hostPoliteness),
      ...queryOf(z.strictObject({ open: openField })),
      requestIdHeader,
    ],
    requestBody: { required: true, content },
    responses: {
      202: {
        description: 'The batch runs, or is open; it is at `Location`.',
        headers: headers('Location', ...quotaHeaders),
        content: jsonContent(ref('Batch'), operationId, 202),
      },
      ...errorResponses(operationId, submitCases),
    },
  }
}

function list(): object {
  const operationId = 'listBatches'
  return {
    operationId,
    summary: 'Batches of a key',
    description: `The batches that the key can ask for by their ids: its own, those of its owner's other keys, and those that
belong to nobody. Newest first, without their rejected lines. Batches that come meanwhile move no other to another page. A batch
that has ended is forgotten with its results after \`BATCH_RETENTION_DAYS\`, and not listed any more. The key needs the scope
\`batch\`.`,
    tags: ['Batches'],
    parameters: [...queryOf(listQuery), requestIdHeader],
    responses: {
      200: {
        description: 'A page of them.',
        headers: headers(...codingHeaders),
        content: jsonContent(ref('BatchPage'), operationId, 200),
      },
      ...errorResponses(operationId, [...batchCommonCases, wrongParameter]),
    },
  }
}

interface StatusCall {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly query?: z.ZodObject
}

function status({ operationId, summary, description, query }: StatusCall): object {
  return {
    operationId,
    summary,
    description: `${description} The key needs the scope \`batch\`.`,
    tags: ['Batches'],
    parameters: [batchId, ...(query === undefined ? [] : queryOf(query)), requestIdHeader],
    responses: {
      200: {
        description: 'The batch.',
        headers: headers(...codingHeaders),
        content: jsonContent(ref('Batch'), operationId, 200),
      },
      ...errorResponses(operationId, [
        ...batchCommonCases,
        unknownBatch,
        ...(query === undefined ? [] : [wrongParameter]),
      ]),
    },
  }
}

function results(): object {
  return {
    operationId: 'getBatchResults',
    summary: 'Results of a batch',
    description: `A line for each URL in order of completion: the value of its event with \`id\` and a running number \`n\`,
\`{"n", "id", "operation", "parameters", "url", "result"}\`, or with \`code\`, \`status\`, \`message\`, \`details\` and \`stage\` in place
of \`result\`; those of a crawl have \`depth\` and \`from\`, too. A stream that breaks off goes on with \`after\`. The key needs the
scope \`batch\`.`,
    tags: ['Batches'],
    parameters: [batchId, ...queryOf(resultsQuery), requestIdHeader],
    responses: {
      200: {
        description: 'The lines; none = there is nothing yet behind `after`.',
        headers: headers(...codingHeaders),
        content: { 'application/x-ndjson': { schema: { type: 'string' } } },
      },
      ...errorResponses('getBatchResults', batchReadCases),
    },
  }
}

/** The batch routes: submit, list, control, and read results. */
export function batchPaths(hostPoliteness: HostPoliteness): Readonly<Record<string, object>> {
  const ended = 'A batch that has ended stays as it is.'
  return {
    '/batches': { post: submit(hostPoliteness), get: list() },
    '/batches/{id}': {
      get: status({
        operationId: 'getBatch',
        summary: 'Status of a batch',
        description: 'How far it is.',
        query: statusQuery,
      }),
      delete: status({
        operationId: 'cancelBatch',
        summary: 'Cancel a batch',
        description:
          'All that has not ended is dropped, what runs included: the batch has ended at once, and no result comes after that.',
      }),
    },
    '/batches/{id}/pause': {
      post: status({
        operationId: 'pauseBatch',
        summary: 'Pause a batch',
        description: `Nothing of it begins any more. ${ended}`,
      }),
    },
    '/batches/{id}/resume': {
      post: status({
        operationId: 'resumeBatch',
        summary: 'Resume a batch',
        description: `It goes on. ${ended}`,
      }),
    },
    '/batches/{id}/results': { get: results() },
    ...openBatchPaths(),
  }
}
