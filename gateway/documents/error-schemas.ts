import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import type { ErrorCase } from './error-cases.ts'
import { listedDetails, namedDetails } from './error-details.ts'
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
