import { givenValues, type Values } from '../../api/inspection-request.ts'
import type { FormOperation } from '../../api/operation-fields.ts'
import { callParameters, hrefOf, shownParameters } from '../../state/address.ts'

/** What identifies an answer: the operation and all values that are not defaults. */
export function placeOf(operation: FormOperation, values: Values): string {
  const given = Object.entries(givenValues(operation, values)).sort(([a], [b]) => a.localeCompare(b))
  return JSON.stringify([operation.name, given])
}

/**
 * The address of an inspection with these values. What `current`, the address that is left, shows of its result (filters) is kept
 * for the same inspection alone: it means nothing for another one.
 */
export function addressOfRun(operation: FormOperation, values: Values, current: URLSearchParams): string {
  const isSame = placeOf(operation, values) === placeOf(operation, callParameters(current))
  const shown = isSame ? shownParameters(current) : {}
  return hrefOf(['inspect', operation.name], { ...givenValues(operation, values), ...shown })
}
