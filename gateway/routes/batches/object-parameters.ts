import { parseJson } from '#shared/messages/json.ts'
import { type AvailableOperation, jsonTypeOf } from '#shared/operations/parameters.ts'
import type { FieldError } from '../request/field-errors.ts'

/** A query with its objects and lists parsed, and the errors of those that are not JSON texts of them. */
export interface ParsedQuery {
  readonly query: Readonly<Record<string, unknown>>
  readonly errors: readonly FieldError[]
}

const named = { object: 'an object', array: 'a list' } as const

/**
 * Parses the parameters of the operation that are objects or lists, which a query has as JSON text. A wrong one is left out of the query.
 */
export function parseObjectParameters(operation: AvailableOperation, raw: ParsedQuery['query']): ParsedQuery {
  const errors: FieldError[] = []
  const entries = Object.entries(raw).flatMap(([name, value]) => {
    const type = jsonTypeOf(operation, name)
    if (typeof value !== 'string' || type === null) return [[name, value]]
    const parsed = parseJson(value)
    const isOfType =
      typeof parsed === 'object' && parsed !== null && Array.isArray(parsed) === (type === 'array')
    if (isOfType) return [[name, parsed]]
    errors.push({ parameter: name, reason: `must be ${named[type]} as JSON text` })
    return []
  })
  return { query: Object.fromEntries(entries), errors }
}
