import { z } from 'zod'

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>

type Draft = Record<string, unknown>

/** Several documents describe the same values, and a conversion is slow. */
const known = new WeakMap<z.ZodType, JsonSchema>()

/**
 * Converts a schema to one JSON Schema without references and without `$schema`. Values with a default are not
 * required. Results may have other keys, since keys may be added within a major version.
 */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const json = known.get(schema) ?? convert(schema)
  known.set(schema, json)
  return json
}

function convert(schema: z.ZodType): JsonSchema {
  const alone = z.registry<{ id: string }>().add(schema, { id: 'alone' })
  const { schemas } = z.toJSONSchema(alone, {
    io: 'input',
    override: ({ jsonSchema }) => tidy(jsonSchema as Draft),
  })
  const { $schema: _dialect, $id: _name, ...json } = schemas.alone as Draft
  return json
}

/** Removes parts without meaning: the bounds of exact integers, and patterns that repeat a format. */
function tidy(json: Draft): void {
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.format !== undefined) delete json.pattern
}
