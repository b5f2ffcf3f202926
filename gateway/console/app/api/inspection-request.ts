import type { CallOptions } from './client.ts'
import type { Field, FormOperation } from './operation-fields.ts'

/** What a person entered, by the API's parameter names. */
export type Values = Readonly<Record<string, string>>

/** A call of the API, before it is sent. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST'
  /** Relative to the base of the service. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The JSON body; null for GET. */
  readonly body: Readonly<Record<string, unknown>> | null
}

/** The values that differ from their defaults, and those that are required. Unknown names are left out. */
export function givenValues({ fields }: FormOperation, values: Values): Values {
  const given = fields.flatMap(({ name, fallback, isRequired }) => {
    const value = values[name] ?? ''
    return value !== '' && (isRequired || value !== fallback) ? [[name, value] as const] : []
  })
  return Object.fromEntries(given)
}

/** The call that an operation makes with these values. */
export function requestOf(operation: FormOperation, values: Values): ApiRequest {
  const given = givenValues(operation, values)
  const { method, name } = operation
  if (method === 'GET') return { method, path: name, query: given, body: null }
  return { method, path: name, query: {}, body: jsonOf(operation, given) }
}

/** The request for the client. */
export function callOptions({ method, query, body }: ApiRequest): CallOptions {
  return body === null ? { method, query } : { method, body }
}

/**
 * Values as JSON, each by its field: numbers and booleans are JSON's, members of an object stand inside it. A text that is no
 * number is sent as it is, so that the service says what is wrong. `given`: without defaults, as `givenValues` has them.
 */
export function jsonOf({ method, fields }: FormOperation, given: Values): Record<string, unknown> {
  const json: Record<string, unknown> = {}
  for (const field of fields) {
    const value = given[field.name]
    if (value === undefined) continue
    const [outer = '', member] = field.name.split('.')
    const one = typed(field, value, method)
    json[outer] = member === undefined ? one : { ...(json[outer] as object | undefined), [member]: one }
  }
  return json
}

/** A list is one in the body of its own operation; of an operation with a query it is joined by commas everywhere. */
function typed({ kind }: Field, value: string, method: FormOperation['method']): unknown {
  if (kind === 'switch') return value === 'true'
  if (kind === 'choices' && method === 'POST') return value.split(',')
  const isNumber = (kind === 'number' || kind === 'suggestion') && Number.isFinite(Number(value))
  return isNumber ? Number(value) : value
}

/** A value of JSON as a query has it: a list of words is joined by commas, an object stays JSON. */
export function queryText(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The reverse of `jsonOf`: parameters as a form has them, the members of objects by their own names. */
export function valuesOf(parameters: Readonly<Record<string, unknown>>): Values {
  const entries = Object.entries(parameters).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([member, inner]) => [`${name}.${member}`, queryText(inner)] as const)
      : [[name, queryText(value)] as const],
  )
  return Object.fromEntries(entries)
}

/** Adds `https://` to what is plainly a host name without a scheme, as a browser's address bar does. */
export function completeUrl(text: string): string {
  const url = text.trim()
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/u.test(url) ? `https://${url}` : url
}
