import { readJson } from '#shared/messages/json.ts'
import { type AvailableOperation, isObjectParameter } from '#shared/operations/parameters.ts'
import type { NamedProblem } from './problems.ts'

/** A query whose objects have been read, and what is wrong with those that have not. */
export interface ReadObjects {
  readonly query: Readonly<Record<string, unknown>>
  readonly problems: readonly NamedProblem[]
}

/** Parameters of the operation that are objects stand in a query as JSON text; what is none is left out and told. */
export function readObjects(operation: AvailableOperation, raw: ReadObjects['query']): ReadObjects {
  const problems: NamedProblem[] = []
  const entries = Object.entries(raw).flatMap(([name, value]) => {
    if (typeof value !== 'string' || !isObjectParameter(operation, name)) return [[name, value]]
    const object = objectIn(value)
    if (object !== null) return [[name, object]]
    problems.push({ parameter: name, reason: 'must be an object as JSON text' })
    return []
  })
  return { query: Object.fromEntries(entries), problems }
}

function objectIn(text: string): object | null {
  const value = readJson(text)
  return typeof value === 'object' && !Array.isArray(value) ? value : null
}
