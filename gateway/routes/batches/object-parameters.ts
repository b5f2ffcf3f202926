import { parseJson } from '#shared/messages/json.ts'
import { type AvailableOperation, isObjectParameter } from '#shared/operations/parameters.ts'
import type { FieldError } from '../request/field-errors.ts'

/** A query with its object parameters parsed, and the errors of those that are not JSON objects. */
export interface ParsedQuery {
  readonly query: Readonly<Record<string, unknown>>
  readonly errors: readonly FieldError[]
}

/**
 * Parses the object parameters of the operation, which a query has as JSON text. A wrong one is left out of the query.
 */
export function parseObjectParameters(operation: AvailableOperation, raw: ParsedQuery['query']): ParsedQuery {
  const errors: FieldError[] = []
  const entries = Object.entries(raw).flatMap(([name, value]) => {
    if (typeof value !== 'string' || !isObjectParameter(operation, name)) return [[name, value]]
    const object = parseObject(value)
    if (object !== null) return [[name, object]]
    errors.push({ parameter: name, reason: 'must be an object as JSON text' })
    return []
  })
  return { query: Object.fromEntries(entries), errors }
}

function parseObject(text: string): object | null {
  const value = parseJson(text)
  return typeof value === 'object' && !Array.isArray(value) ? value : null
}
