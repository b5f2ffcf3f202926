import { errorCodes, operations } from '#shared/errors.ts'
import { failureByReference, resultByReference } from '#shared/messages/claim-check/value-by-reference.ts'
import { siteReportData } from '#shared/messages/events/site-report.ts'
import { eventType, FAILED, resultTopic, SITE_REPORT } from '#shared/messages/topics.ts'
import { type AvailableOperation, parameterSchemas } from '#shared/operations/parameters.ts'
import { resultSchemas } from '#shared/operations/results/result-schemas.ts'
import { events } from './examples.ts'
import { type JsonSchema, schemaOf } from './json-schema.ts'
import { meaningOf, tokensOf } from './parameter-notes.ts'

type Properties = Readonly<Record<string, JsonSchema>>

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
const available = Object.keys(parameterSchemas) as AvailableOperation[]

/** Schemas of the values of the public events, by type (infra/docs/consumers.md#events). */
export function eventValues(): Readonly<Record<string, JsonSchema>> {
  return {
    [eventType('inspection.requested')]: requested(),
    ...Object.fromEntries(
      available.map((operation) => [eventType(resultTopic(operation)), result(operation)]),
    ),
    [eventType(FAILED)]: failed(),
    [eventType(SITE_REPORT)]: { title: 'Report on a site', ...schemaOf(siteReportData) },
  }
}

/** The same schemas as separate documents, each with its URL as `$id`. */
export function eventSchemas(publicUrl: string): Readonly<Record<string, JsonSchema>> {
  const entries = Object.entries(eventValues()).map(([type, value]) => [
    type,
    { $schema: DIALECT, $id: `${publicUrl}/schemas/${type}.json`, ...value, examples: examplesOf(type) },
  ])
  return Object.fromEntries(entries)
}

/** Recorded values from the topic of the type. */
function examplesOf(type: string): unknown[] {
  return events.filter(({ topic }) => eventType(topic) === type).map(({ value }) => value)
}

function requested(): JsonSchema {
  return {
    title: 'Request of an inspection',
    oneOf: available.map((operation) =>
      objectOf({ operation: { const: operation }, parameters: parametersOf(operation) }),
    ),
  }
}

function result(operation: AvailableOperation): JsonSchema {
  const value = objectOf({
    operation: { const: operation },
    parameters: { type: 'object', description: 'As they were requested, defaults filled in.' },
    url: { type: 'string', description: 'The target in the spelling of the request.' },
    result: schemaOf(resultSchemas[operation]),
  })
  return orByReference(`Result of ${operation}`, value, schemaOf(resultByReference))
}

/** A value, or what stands in its place where it is over 256 KiB. */
function orByReference(title: string, value: JsonSchema, reference: JsonSchema): JsonSchema {
  const inPlace = { title: 'In the place of a value over 256 KiB', ...reference }
  return { title, type: 'object', anyOf: [{ title, ...value }, inPlace] }
}

function failed(): JsonSchema {
  const value = objectOf({
    operation: {
      enum: [...operations, null],
      description: 'Null when the request named none that is known.',
    },
    parameters: { description: 'As they were requested; null when there were none.' },
    url: { type: 'string', description: 'Empty when the request had none.' },
    stage: { type: 'string', description: 'The stage that ended the inspection.' },
    code: { enum: Object.keys(errorCodes) },
    status: { type: 'integer', description: 'HTTP status of the same failure on the operation.' },
    message: { type: 'string' },
    details: { type: ['object', 'array', 'null'], description: 'What the code says more.' },
  })
  return orByReference('Failure of an inspection', value, schemaOf(failureByReference))
}

function objectOf(properties: Properties): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) }
}

/** The parameters of the HTTP operation. Numbers and booleans may also be strings; comma lists are always strings. */
function parametersOf(operation: AvailableOperation): JsonSchema {
  const { properties, ...rest } = schemaOf(parameterSchemas[operation])
  const entries = Object.entries(properties as Properties).map(([name, schema]) => [
    name,
    { ...textually(listOf(operation, name, schema)), description: meaningOf(name) },
  ])
  return { ...rest, properties: Object.fromEntries(entries) }
}

function listOf(operation: AvailableOperation, name: string, schema: JsonSchema): JsonSchema {
  const tokens = tokensOf(operation, name)
  if (tokens === null) return schema
  const one = `\\s*(${tokens.join('|')})\\s*`
  return { ...schema, pattern: `^${one}(,${one})*$` }
}

const texts: Readonly<Record<string, JsonSchema>> = {
  integer: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' },
  number: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' },
  boolean: { enum: ['true', 'false'] },
}

/** Adds the string form to a schema of numbers or booleans. */
function textually(schema: JsonSchema): JsonSchema {
  const { default: fallback, anyOf, properties } = schema
  if (properties !== undefined) return { ...schema, properties: mapped(properties as Properties) }
  const kinds = (anyOf as readonly JsonSchema[] | undefined) ?? [schema]
  const written = kinds.flatMap(({ type }) => texts[type as string] ?? [])
  if (written.length === 0) return schema
  const own = kinds.map(({ default: _, ...kind }) => kind)
  return { ...(fallback !== undefined && { default: fallback }), anyOf: [...own, ...written] }
}

function mapped(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, textually(schema)]))
}
