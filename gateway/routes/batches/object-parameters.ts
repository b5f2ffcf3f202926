import { parseJson } from '#shared/messages/json.ts'
import { type AvailableOperation, isObjectParameter } from '#shared/operations/parameters.ts'
import type { FieldError } from './field-errors.ts'

/** A query whose objects have been read, and what is wrong with those that have not. */
export interface ParsedQuery {
  readonly query: Readonly<Record<string, unknown>>
  readonly errors: readonly FieldError[]
}

/** Parameters of the operation that are objects stand in a query as JSON text; what is none is left out and told. */
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
