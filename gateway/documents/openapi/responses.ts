import { STATUS_CODES } from 'node:http'
import type { ErrorCase } from '../error-cases.ts'
import { errorSchemaName } from '../error-schemas.ts'
import { answersOf } from '../examples.ts'
import { type HeaderName, headers, quotaHeaders } from './headers.ts'

type Responses = Readonly<Record<string, object>>

/** Statuses of calls that were rejected before authentication succeeded. */
const unauthenticatedStatuses: ReadonlySet<number> = new Set([401, 415])

/** A reference to a component schema. */
export function ref(component: string): object {
  return { $ref: `#/components/schemas/${component}` }
}

/** JSON content with every recorded answer of the operation with this status. */
export function jsonContent(schema: object, operationId: string, status: number): object {
  const recorded = answersOf(operationId, status)
  const examples = Object.fromEntries(
    recorded.map(({ name, summary, response }) => [name, { summary, value: response.body }]),
  )
  return { 'application/json': { schema, ...(recorded.length > 0 && { examples }) } }
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
