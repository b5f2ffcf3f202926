import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import type { ErrorCode } from '#shared/errors.ts'
import { batchStates } from '#shared/ports/batch-words.ts'
import type { ErrorCase } from './error-cases.ts'
import { type JsonSchema, schemaOf } from './json-schema.ts'

/** The name of the component: one for each distinct body. */
export function errorSchemaName({ code, status, shape }: ErrorCase): string {
  return shape === 'B' ? `ErrorB.${status}` : `Error${shape}.${code}`
}

/** The schema of the body of an error. */
export function errorSchema(error: ErrorCase): JsonSchema {
  return schemaOf(bodies[error.shape](error))
}

const bodies: Readonly<Record<ErrorCase['shape'], (error: ErrorCase) => z.ZodType>> = {
  A: ({ code, status }) => {
    const details = listedDetails[code]
    const error = z.object({
      code: z.literal(code),
      message: z.string(),
      http_status: z.literal(status),
      ...(details && { details }),
    })
    return z.object({ error })
  },
  B: ({ status }) =>
    z.object({
      statusCode: z.literal(status),
      error: z.literal(STATUS_CODES[status] as string),
      message: z.string(),
    }),
  C: ({ code }) => {
    const details = namedDetails[code] ?? z.object({})
    return z.object({
      success: z.literal(false),
      error: z.object({ code: z.literal(code), message: z.string(), details }),
    })
  },
}

const url = z.string().describe('The target.')
const whole = z.int().min(0)

/** An item of `details` in shape A: one problem of the request. */
const problem = z.object({
  code: z.enum([
    'invalid_type',
    'invalid_enum_value',
    'too_small',
    'too_big',
    'invalid_string',
    'unrecognized_keys',
    'custom',
  ]),
  expected: z.string(),
  received: z.string(),
  path: z.array(z.string()).describe('Where the parameter is, e.g. ["viewport", "width"].'),
  message: z.string(),
})

/** `details` of shape A, which only these codes have. */
const listedDetails: Readonly<Partial<Record<ErrorCode, z.ZodType>>> = {
  VALIDATION_ERROR: z.array(problem),
  PAGE_LOAD_FAILED: z.array(problem),
}

/** `details` of shape C (infra/docs/clients.md#error-details); an empty object for all other codes. */
const namedDetails: Readonly<Partial<Record<ErrorCode, z.ZodType>>> = {
  VALIDATION_ERROR: z.object({ parameter: z.string(), reason: z.string() }),
  MISSING_PARAMETER: z.object({ parameter: z.string(), location: z.enum(['query', 'body']) }),
  INVALID_URL: z.object({ url, reason: z.string() }),
  INVALID_API_KEY: z.object({ hint: z.string() }),
  INSUFFICIENT_PERMISSIONS: z.object({ required_scope: z.string() }),
  ROBOTS_TXT_BLOCKED: z.object({ url, robots_txt_url: z.string(), user_agent: z.string() }),
  METHOD_NOT_ALLOWED: z.object({ allow: z.array(z.string()) }),
  CONFLICT: z.union([
    z.object({ next: whole.describe('The first line that is missing.') }),
    z.object({ state: z.enum(batchStates) }),
  ]),
  TIMEOUT: z.object({ url, timeout_ms: whole }),
  PAYLOAD_TOO_LARGE: z.object({ limit_bytes: whole }),
  UNSUPPORTED_MEDIA_TYPE: z.object({
    content_type: z.string().nullable(),
    content_encoding: z.string().nullable(),
  }),
  URL_UNREACHABLE: z.object({ url, reason: z.string(), status_code: z.int().nullable() }),
  UNSUPPORTED_CONTENT: z.object({
    url,
    content_type: z.string().nullable(),
    status_code: z.int().exactOptional().describe('Of a target that answers with an error.'),
  }),
  RESPONSE_TOO_LARGE: z.union([
    z.object({ url, limit_bytes: whole }),
    z.object({ limit_pages: whole.describe('Of a report that is printed.') }),
  ]),
  RATE_LIMIT_EXCEEDED: z.object({
    limit: whole,
    remaining: whole,
    reset: whole.describe('When the window ends, in seconds since the epoch.'),
    reset_after: whole.describe('Seconds until then.'),
  }),
  INTERNAL_ERROR: z.object({ request_id: z.string(), timestamp: z.iso.datetime() }),
  SERVICE_UNAVAILABLE: z.object({ retry_after: whole.describe('Seconds after which to try again.') }),
}
