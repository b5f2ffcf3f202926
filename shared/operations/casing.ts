import { z } from 'zod'

// Answers have their names in snake_case, the code in camelCase: one schema says both.

/** The value of an answer. */
export type Answer<Schema extends z.ZodType> = Immutable<z.infer<Schema>>

type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Immutable<T[Name]> }
    : T

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** The value of an answer with the names that the code has for its members. */
export type CamelCased<T> = T extends readonly (infer Item)[]
  ? readonly CamelCased<Item>[]
  : T extends object
    ? { readonly [Name in keyof T as CamelCase<Name>]: CamelCased<T[Name]> }
    : T

/** The name that the code has for a member of an answer. */
export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase())
}

/**
 * Makes the answer of a schema from the value in the names of the code: members in the order of the schema, without those that
 * the schema does not name. Checks nothing. Free objects (`z.record`) stay as they are.
 */
export function answerOf<Schema extends z.ZodType>(
  schema: Schema,
  value: CamelCased<z.infer<Schema>>,
): Answer<Schema> {
  return convert(schema, value) as Answer<Schema>
}

function convert(schema: unknown, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return convert(schema.unwrap(), value)
  if (schema instanceof z.ZodArray)
    return (value as readonly unknown[]).map((item) => convert(schema.element, item))
  if (!(schema instanceof z.ZodObject)) return value
  const members = Object.entries(schema.shape).map(
    ([name, member]) => [name, convert(member, (value as Record<string, unknown>)[camelCase(name)])] as const,
  )
  return Object.fromEntries(members.filter(([, member]) => member !== undefined))
}
