import { completeUrl, givenValues, type Values } from '../../../api/inspection-request.ts'
import type { FormOperation } from '../../../api/operation-fields.ts'
import { callParameters, hrefOf, type Route, shownParameters } from '../../../state/address.ts'
import { operationNames } from '../../../ui/operation-names.ts'

/** The checks of a page, by the API's names, in the order of the form. */
export const checks: readonly string[] = Object.keys(operationNames)

/** Devices that all checks know; the first one is used where an address names none. */
export const devices = ['mobile', 'desktop'] as const

/** The parameter of a performance check that adds its requests and the elements of its tips. */
const DETAILS = 'details'

/** A check with the values of its call. */
export interface Call {
  readonly operation: FormOperation
  readonly values: Values
}

/** What an address of Inspect asks for. */
export interface Plan {
  /** The check whose whole form is shown; null = the common form of several checks. */
  readonly single: FormOperation | null
  /** The checks that the service offers, in the order of the form. */
  readonly operations: readonly FormOperation[]
}

/** Values of a form as its address names them. The common form has `url`, `device` and `run`, a list joined by commas. */
export function formValues({ single }: Plan, { parameters }: Pick<Route, 'parameters'>): Values {
  const values = callParameters(parameters)
  if (single === null) return { ...values, device: deviceOf(values) }
  const hasDetails = single.fields.some(({ name }) => name === DETAILS)
  return hasDetails ? { [DETAILS]: 'true', ...values } : values
}

/** The checks that are chosen in the common form: all of them where `run` is absent or names none. */
export function chosenChecks({ run }: Values): readonly string[] {
  const named = new Set(run?.split(','))
  const chosen = checks.filter((name) => named.has(name))
  return chosen.length === 0 && run !== NONE ? checks : chosen
}

/** What `run` is when a person has unticked the last check. */
const NONE = 'none'

/** The value of `run` for these checks; undefined for all. */
export function runOf(chosen: readonly string[]): string | undefined {
  if (chosen.length === checks.length) return undefined
  return chosen.length === 0 ? NONE : chosen.join(',')
}

/** The calls that a form makes with these values, the URL completed as a browser's address bar does. */
export function callsOf({ single, operations }: Plan, values: Values): readonly Call[] {
  const url = completeUrl(values.url ?? '')
  if (single !== null) return [{ operation: single, values: { ...values, url } }]
  const chosen = chosenChecks(values)
  const common = { url, device: deviceOf(values), [DETAILS]: 'true' }
  return operations
    .filter(({ name }) => chosen.includes(name))
    .map((operation) => ({ operation, values: givenValues(operation, common) }))
}

function deviceOf({ device }: Values): string {
  return devices.find((known) => known === device) ?? devices[0]
}

/** What identifies a response: the check and all values that are not defaults. */
export function placeOf({ operation, values }: Call): string {
  const given = Object.entries(givenValues(operation, values)).sort(([a], [b]) => a.localeCompare(b))
  return JSON.stringify([operation.name, given])
}

/** What identifies the responses of several checks. */
export function placeOfAll(calls: readonly Call[]): string {
  return calls.map(placeOf).join('\n')
}

/**
 * The address of a form with these values. What `current`, the address that is left, shows of its result (tab, filters) is kept
 * for the same calls alone: it means nothing for others.
 */
export function addressOf(plan: Plan, values: Values, current: URLSearchParams): string {
  const complete: Values = { ...values, url: completeUrl(values.url ?? '') }
  const before = callsOf(plan, formValues(plan, { parameters: current }))
  const isSame = placeOfAll(before) === placeOfAll(callsOf(plan, complete))
  const shown = isSame ? shownParameters(current) : {}
  const { single } = plan
  if (single !== null)
    return hrefOf(['inspect', single.name], { ...addressValues(single, complete), ...shown })
  const { url, device, run } = complete
  return hrefOf(['inspect'], { url, device, run, ...shown })
}

/** The console asks for details unless its address says otherwise, the API only when told so. */
function addressValues(operation: FormOperation, values: Values): Values {
  const { [DETAILS]: details, ...given } = givenValues(operation, values)
  const isLeftOut = values[DETAILS] !== undefined && details === undefined
  return isLeftOut ? { ...given, [DETAILS]: 'false' } : given
}

/** The address of the whole form of one check, or of the common form (null), for the page of these values. */
export function switchedAddress(name: string | null, { url, device }: Values): string {
  const path = name === null ? ['inspect'] : ['inspect', name]
  return hrefOf(path, { url, device: devices.find((known) => known === device) })
}
