import { z } from 'zod'
import { type CamelCased, camelCase } from '#shared/operations/casing.ts'
import { type Codec, type Fields, listOf, nullable, oneOf, optional, plain, record } from './codec.ts'

/** The codec of each member of an answer, whose message has the same members with the names of the code. `fault` as in `oneOf`. */
export function fieldsOf<Schema extends z.ZodObject>(
  schema: Schema,
  fault: string,
): Fields<CamelCased<z.infer<Schema>>> {
  const members = Object.entries(schema.shape).map(
    ([name, member]) => [camelCase(name), codecOf(member, fault)] as const,
  )
  return Object.fromEntries(members) as unknown as Fields<CamelCased<z.infer<Schema>>>
}

function codecOf(schema: unknown, fault: string): Codec<unknown> {
  if (schema instanceof z.ZodOptional) return optional(codecOf(schema.unwrap(), fault))
  if (schema instanceof z.ZodNullable) return nullable(codecOf(schema.unwrap(), fault))
  if (schema instanceof z.ZodArray) return listOf(codecOf(schema.element, fault)) as Codec<unknown>
  if (schema instanceof z.ZodEnum) return oneOf(schema.options as string[], fault) as Codec<unknown>
  return schema instanceof z.ZodObject ? (record<object>(fieldsOf(schema, fault)) as Codec<unknown>) : plain()
}
