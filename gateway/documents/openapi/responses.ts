import { STATUS_CODES } from 'node:http'
import type { ErrorCase } from '../error-cases.ts'
import { errorSchemaName } from '../error-schemas.ts'
import { answersOf, type RecordedAnswer } from '../examples.ts'
import type { JsonSchema } from '../json-schema.ts'

interface Header {
  readonly description: string
  readonly schema: JsonSchema
}

const text = { type: 'string' }
const seconds = { type: 'integer', minimum: 0 }

/** The response headers with a meaning of their own; the introduction describes those that every answer has. */
export const headerComponents = {
  'X-Request-Id': {
    description: 'Names the call: the one that was sent, else a new one.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  'X-Cache': {
    description: 'Whether the response is a cached one.',
    schema: { type: 'string', enum: ['HIT', 'MISS'] },
  },
  'X-RateLimit-Limit': {
    description: 'Calls of this operation that the key may make each UTC day; absent when there is no limit.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Remaining': {
    description: 'Calls that are left in this window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends, in seconds since the epoch.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Retry-After': { description: 'Seconds after which to try again.', schema: seconds },
  'WWW-Authenticate': { description: 'How to prove who one is (RFC 9110, 11.6.1).', schema: text },
  Location: { description: 'Path where the response is or will be.', schema: text },
  'Preference-Applied': {
    description: 'The preference that was followed (RFC 7240).',
    schema: { type: 'string', const: 'respond-async' },
  },
  'Server-Timing': {
    description: 'Milliseconds that each step of the inspection took (W3C Server Timing).',
    schema: text,
  },
  'Content-Encoding': {
    description: 'Coding of a response of more than 1,024 bytes, as Accept-Encoding asks for.',
    schema: { type: 'string', enum: ['br', 'gzip', 'zstd'] },
  },
  'X-Events-Cursor': {
    description: 'Cursor of where the stream begins, to go on from there should no event have come.',
    schema: text,
  },
  'X-Events-Missed': {
    description:
      'Topics whose events behind the cursor are not kept any more: there it goes on at the oldest.',
    schema: text,
  },
  'X-Thumbnail-Source-Width': {
    description: 'Pixels of the image that the thumbnail was made of, as displayed.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-Thumbnail-Source-Height': { description: 'The same.', schema: { type: 'integer', minimum: 1 } },
  Vary: { description: 'Request headers that the response depends on.', schema: text },
  ETag: { description: 'Names the content, for If-None-Match.', schema: text },
  'Cache-Control': { description: 'How long the response may be kept.', schema: text },
  'Accept-Ranges': { description: 'Parts may be asked for.', schema: { type: 'string', const: 'bytes' } },
  'Cross-Origin-Resource-Policy': {
    description: 'Pages of any origin may show it.',
    schema: { type: 'string', const: 'cross-origin' },
  },
  'Content-Range': { description: 'Which part this is (RFC 9110, 14.4).', schema: text },
} as const satisfies Readonly<Record<string, Header>>
export type HeaderName = keyof typeof headerComponents

/** References to the headers, and to the request id that every answer has. */
export function headers(...names: readonly HeaderName[]): Readonly<Record<string, object>> {
  const all: readonly HeaderName[] = ['X-Request-Id', ...names]
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Headers of an answer that counts against the quota. */
export const quotaHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const
/** Headers of an answer that may be compressed. */
export const codingHeaders = ['Content-Encoding', 'Vary'] as const

type Responses = Readonly<Record<string, object>>

/** Statuses of calls that were rejected before authentication succeeded. */
const unauthenticatedStatuses: ReadonlySet<number> = new Set([401, 415])

/** A reference to a component schema. */
export function ref(component: string): object {
  return { $ref: `#/components/schemas/${component}` }
}

/** JSON content with every recorded answer of the operation with this status. */
export function jsonContent(schema: object, operationId: string, status: number): object {
  return contentOf('application/json', schema, answersOf(operationId, status))
}

/** The same as a text of another media type. */
export function textContent(type: string, operationId: string, status: number): object {
  return contentOf(type, { type: 'string' }, answersOf(operationId, status))
}

function contentOf(type: string, schema: object, answers: readonly RecordedAnswer[]): object {
  const recorded = answers.filter(({ response }) => response.headers['content-type']?.startsWith(type))
  const examples = Object.fromEntries(
    recorded.map(({ name, summary, response }) => [name, { summary, value: response.body }]),
  )
  return { [type]: { schema, ...(recorded.length > 0 && { examples }) } }
}

/** Headers that only some paths have. */
export interface ExtraHeaders {
  /** Headers of answers to authenticated calls. */
  readonly inspected: readonly HeaderName[]
  /** Headers of 503. */
  readonly unavailable: readonly HeaderName[]
}

/** Makes one response for each status. */
export function errorResponses(
  operationId: string,
  cases: readonly ErrorCase[],
  extraHeaders: ExtraHeaders = { inspected: [], unavailable: [] },
): Responses {
  const byStatus = Map.groupBy(cases, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      String(status),
      {
        description: `${STATUS_CODES[status]}. ${same.map(sentence).join(' ')}`,
        headers: headers(...errorHeaders(status, extraHeaders)),
        content: jsonContent(oneOf(same), operationId, status),
      },
    ]),
  )
}

function sentence({ code, shape, when }: ErrorCase): string {
  return shape === 'B' ? when : `\`${code}\`: ${when}`
}

function oneOf(cases: readonly ErrorCase[]): object {
  const names = [...new Set(cases.map(errorSchemaName))]
  return names.length === 1 ? ref(names[0] as string) : { oneOf: names.map(ref) }
}

function errorHeaders(status: number, { inspected, unavailable }: ExtraHeaders): HeaderName[] {
  return [
    ...(unauthenticatedStatuses.has(status) ? [] : inspected),
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 429 ? ([...quotaHeaders, 'Retry-After'] as const) : []),
    ...(status === 503 ? (['Retry-After', ...unavailable] as const) : []),
  ]
}
