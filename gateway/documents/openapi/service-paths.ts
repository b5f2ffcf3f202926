import { type ErrorCase, errorCasesOf, merged, plainCase } from '../error-cases.ts'
import { eventsPath } from './events-path.ts'
import { accepted, availableOperations, resultName } from './operations.ts'
import { codingHeaders, errorResponses, type HeaderName, headers, jsonContent, ref } from './responses.ts'

const HASH = '[0-9a-f]{64}'
const notFoundCase = (resource: string): ErrorCase => plainCase('NOT_FOUND', `There is no such ${resource}.`)

/** Errors of reading an inspection, besides those of its operation. */
const lookupErrors = [
  plainCase('INVALID_API_KEY', 'The key is missing, wrong or revoked.'),
  plainCase('NOT_FOUND', 'There is no such inspection of this owner.'),
  plainCase('RATE_LIMIT_EXCEEDED', 'Too many calls without a valid key.'),
  plainCase('SERVICE_UNAVAILABLE', 'An inner service is unavailable.'),
  plainCase('INTERNAL_ERROR', 'Something unforeseen.'),
]
/** Errors of calls whose inspection never began: no inspection answers with them. */
const beforehand = new Set([
  'INVALID_API_KEY',
  'INSUFFICIENT_PERMISSIONS',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMIT_EXCEEDED',
])

/** The cases of `GET /inspections/{id}`: those of the synchronous call of any operation. */
export function inspectionCases(): ErrorCase[] {
  const ended = availableOperations.flatMap(errorCasesOf).filter(({ code }) => !beforehand.has(code))
  return merged([...lookupErrors, ...ended])
}

function inspection(): object {
  const operationId = 'getInspection'
  const results = availableOperations.map((operation) => ref(resultName(operation)))
  return {
    operationId,
    summary: 'Response of an inspection',
    description:
      '202 while it runs, then what the synchronous call would have returned. It can be read for 24 hours by every key of the owner whose key asked for it.',
    tags: ['Inspections'],
    parameters: [pathParameter('id', { type: 'string' }), { $ref: '#/components/parameters/X-Request-Id' }],
    responses: {
      200: {
        description: 'The result of its operation.',
        headers: headers('X-Cache', 'Server-Timing', ...codingHeaders),
        content: jsonContent(
          results.length === 1 ? (results[0] as object) : { anyOf: results },
          operationId,
          200,
        ),
      },
      202: accepted(operationId, []),
      ...errorResponses(operationId, inspectionCases(), { inspected: ['Server-Timing'], unavailable: [] }),
    },
  }
}

function pathParameter(name: string, schema: object): object {
  return { name, in: 'path', required: true, schema }
}

interface Public {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tag: 'Files' | 'Service' | 'Documents'
  readonly parameters?: readonly object[]
  readonly responses: Readonly<Record<string, object>>
}

/** A path that needs no key. */
function open({ tag, ...operationObject }: Public): object {
  return { ...operationObject, tags: [tag], security: [] }
}

const immutable = ['ETag', 'Cache-Control', 'Accept-Ranges'] as const
const immutableHeaders = [...immutable, 'Cross-Origin-Resource-Policy'] as const
const bytes = { type: 'string', format: 'binary' }
const imageContent = Object.fromEntries(
  ['image/png', 'image/jpeg', 'image/webp'].map((type) => [type, { schema: bytes }]),
)

const range = { name: 'Range', in: 'header', description: 'One range of bytes.', schema: { type: 'string' } }

/** Responses to conditional requests and range requests (RFC 9110, sections 13 and 14). */
function partial(names: readonly HeaderName[], content: object): Record<number, object> {
  return {
    206: {
      description: 'The range that was asked for.',
      headers: headers(...names, 'Content-Range'),
      content,
    },
    304: { description: 'The caller has it.', headers: headers(...names) },
    416: { description: 'There are no such bytes.', headers: headers(...names, 'Content-Range') },
  }
}

function image(): object {
  const operationId = 'getImage'
  return open({
    operationId,
    summary: 'Image of a snapshot',
    description:
      'As `screenshot_url` names it. What is behind a name never changes; it is kept for some days.',
    tag: 'Files',
    parameters: [pathParameter('file', { type: 'string', pattern: `^${HASH}\\.(png|jpeg|webp)$` }), range],
    responses: {
      200: { description: 'The image.', headers: headers(...immutableHeaders), content: imageContent },
      ...partial(immutableHeaders, imageContent),
      ...errorResponses(operationId, [notFoundCase('image'), tooOften, unavailable]),
    },
  })
}

const tooOften = plainCase('RATE_LIMIT_EXCEEDED', 'The address calls too often without a key.')
const unavailable = plainCase(
  'SERVICE_UNAVAILABLE',
  'The store of objects is unavailable, or too many images and values are being sent.',
)

function body(): object {
  const operationId = 'getBody'
  return open({
    operationId,
    summary: 'Value of a large event',
    description: 'As the attribute `dataref` of an event names it.',
    tag: 'Files',
    parameters: [pathParameter('file', { type: 'string', pattern: `^${HASH}\\.json$` }), range],
    responses: {
      200: {
        description: 'The value.',
        headers: headers(...immutable),
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      ...partial(immutable, { 'application/json': { schema: bytes } }),
      ...errorResponses(operationId, [notFoundCase('value'), tooOften, unavailable]),
    },
  })
}

function health(operationId: string, summary: string, component: string): object {
  const answer = (status: number, description: string) => ({
    description,
    headers: headers(...(status === 503 ? (['Retry-After'] as const) : [])),
    content: jsonContent(ref(component), operationId, status),
  })
  return open({
    operationId,
    summary,
    tag: 'Service',
    responses: {
      200: answer(200, component === 'Health' ? 'The process lives.' : 'It can take calls.'),
      ...(component === 'Readiness' && {
        503: answer(503, 'It starts, or a service that it needs is unavailable.'),
      }),
    },
  })
}

/** A document of the interface, which clients cache by ETag. */
function document(operationId: string, summary: string, type: string, schema: object, more = {}): object {
  const cacheHeaders: readonly HeaderName[] = ['ETag', 'Cache-Control']
  return open({
    operationId,
    summary,
    tag: 'Documents',
    responses: {
      200: {
        description: summary,
        headers: headers(...cacheHeaders, ...codingHeaders),
        content: { [type]: { schema } },
      },
      304: { description: 'The caller has it.', headers: headers(...cacheHeaders) },
      ...errorResponses(operationId, [tooOften]),
    },
    ...more,
  })
}

function eventSchema(): object {
  const responses = {
    200: {
      description: 'The JSON Schema (draft 2020-12) of the value.',
      headers: headers('ETag', 'Cache-Control', ...codingHeaders),
      content: { 'application/schema+json': { schema: { type: 'object' } } },
    },
    304: { description: 'The caller has it.', headers: headers('ETag', 'Cache-Control') },
    ...errorResponses('getEventSchema', [notFoundCase('type of event'), tooOften]),
  }
  const parameters = [
    { ...pathParameter('file', { type: 'string' }), description: 'Type of the event and `.json`.' },
  ]
  return document(
    'getEventSchema',
    "Schema of an event's value",
    'application/schema+json',
    {},
    {
      parameters,
      responses,
    },
  )
}

const text = { type: 'string' }

const schemaEntry = {
  type: 'object',
  properties: { type: text, title: text, url: { type: 'string', format: 'uri' } },
  required: ['type', 'title', 'url'],
}
const schemaIndex = {
  type: 'object',
  properties: { schemas: { type: 'array', items: schemaEntry } },
  required: ['schemas'],
}

/** Every path except those of the operations. */
export function servicePaths(): Readonly<Record<string, object>> {
  const json = 'application/json'
  const paths = {
    '/inspections/{id}': inspection(),
    '/events': eventsPath(),
    '/images/{file}': image(),
    '/bodies/{file}': body(),
    '/healthz': health('getHealth', 'Whether the process lives', 'Health'),
    '/readyz': health('getReadiness', 'Whether it can take calls', 'Readiness'),
    '/metrics': open({
      operationId: 'getMetrics',
      summary: 'Metrics in the text format of Prometheus',
      tag: 'Service',
      responses: {
        200: {
          description: 'The metrics.',
          headers: headers(...codingHeaders),
          content: { 'text/plain': { schema: text } },
        },
        ...errorResponses('getMetrics', [tooOften]),
      },
    }),
    '/openapi.json': document('getOpenApi', 'This description', json, { type: 'object' }),
    '/asyncapi.json': document('getAsyncApi', 'Description of the events', json, { type: 'object' }),
    '/schemas/': document('getEventSchemas', 'Where the schemas of the events are', json, schemaIndex),
    '/schemas/{file}': eventSchema(),
    '/docs': document('getDocs', 'This description as a page to read and try', 'text/html', text),
  }
  return Object.fromEntries(Object.entries(paths).map(([path, get]) => [path, { get }]))
}
