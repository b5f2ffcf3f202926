import type { z } from 'zod'
import { type ErrorCase, plainCase } from '../error-cases.ts'
import { type JsonSchema, schemaOf } from '../json-schema.ts'

/** Errors that every batch route can answer with. */
export const batchCommonCases: readonly ErrorCase[] = [
  plainCase('INVALID_API_KEY', 'The key is missing, wrong or revoked.'),
  plainCase('INSUFFICIENT_PERMISSIONS', 'The key lacks the scope `batch`.'),
  plainCase('RATE_LIMIT_EXCEEDED', 'Too many calls without a valid key.'),
  plainCase('SERVICE_UNAVAILABLE', 'The batch part is unavailable, or its disk is full.'),
  plainCase('INTERNAL_ERROR', 'Something unforeseen.'),
]

/** The batch that a path names does not exist. */
export const unknownBatch = plainCase(
  'NOT_FOUND',
  'There is no such batch of this key (or of another one of its owner), or it ended days ago.',
)

/** A parameter is not as it should be. */
export const wrongParameter = plainCase(
  'VALIDATION_ERROR',
  'A parameter is unknown, of the wrong kind or out of bounds.',
)

/** Errors of a route that reads something of a batch, with a query. */
export const batchReadCases: readonly ErrorCase[] = [...batchCommonCases, unknownBatch, wrongParameter]

/** The header that every call may have. */
export const requestIdHeader = { $ref: '#/components/parameters/X-Request-Id' }
export const batchId = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
/** Parameters of every route below one batch. */
export const batchParameters: readonly object[] = [batchId, requestIdHeader]

/** The parameters of a query, from its schema. */
export function queryOf(query: z.ZodObject): object[] {
  const { properties, required = [] } = schemaOf(query) as {
    properties: Readonly<Record<string, JsonSchema>>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    description,
    schema,
  }))
}
