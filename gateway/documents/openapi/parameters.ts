import { type AvailableOperation, parameterSchemas } from '#shared/operations/parameters.ts'
import { type JsonSchema, schemaOf } from '../json-schema.ts'
import { meaningOf, tokensOf } from '../parameter-notes.ts'

type Properties = Readonly<Record<string, JsonSchema>>

interface Described {
  readonly properties: Properties
  readonly required: readonly string[]
  /** Dependencies between parameters (JSON Schema 2020-12, section 10.2.2): `if` and `then`, or nothing. */
  readonly condition: JsonSchema
}

/** Request headers that every operation understands. */
export const requestHeaders = {
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`respond-async`: respond at once with 202 and the URL of the result (RFC 7240), unless it is cached.',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    name: 'Cache-Control',
    in: 'header',
    description: '`no-cache`: inspect anew even where a cached response is there.',
    schema: { type: 'string' },
  },
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Name of the call, given back in the response.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  traceparent: {
    name: 'traceparent',
    in: 'header',
    description: 'W3C trace context; passed on through events and look-ups.',
    schema: { type: 'string' },
  },
} as const

/** The parameters of an operation that reads them from the query. */
export function queryParameters(operation: AvailableOperation): object[] {
  const { properties, required } = described(operation)
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    ...written(schema, tokensOf(operation, name)),
  }))
}

/** The schema of the JSON body of an operation. */
export function bodySchema(operation: AvailableOperation): JsonSchema {
  const { properties, required, condition } = described(operation)
  return { type: 'object', properties, required, additionalProperties: false, ...condition }
}

function described(operation: AvailableOperation): Described {
  const {
    properties,
    required,
    type: _object,
    additionalProperties: _none,
    ...condition
  } = schemaOf(parameterSchemas[operation]) as unknown as Omit<Described, 'condition'> & JsonSchema
  const entries = Object.entries(properties)
  return {
    properties: Object.fromEntries(
      entries.map(([name, schema]) => [name, { ...schema, description: meaningOf(name) }]),
    ),
    required,
    condition,
  }
}

/** A comma list is an array whose items are joined in one value: `fields=basic,og`. */
function written(schema: JsonSchema, tokens: readonly string[] | null): object {
  if (tokens === null) return { schema }
  const items = { type: 'string', enum: tokens }
  const list = { type: 'array', items, minItems: 1, default: [schema.default] }
  return { style: 'form', explode: false, schema: list }
}
