import { z } from 'zod'

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>

type Draft = Record<string, unknown>

/**
 * What a schema accepts, as one JSON Schema without references and without `$schema`. Defaults are not required; of
 * results it is not said that there may be no other keys, since they may be added within a major version.
 */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const alone = z.registry<{ id: string }>().add(schema, { id: 'alone' })
  const { schemas } = z.toJSONSchema(alone, {
    io: 'input',
    override: ({ jsonSchema }) => tidy(jsonSchema as Draft),
  })
  const { $schema: _dialect, $id: _name, ...json } = schemas.alone as Draft
  return json
}

/** Drops what says nothing: the bounds of exact integers, and patterns that repeat a format. */
function tidy(json: Draft): void {
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.format !== undefined) delete json.pattern
}
