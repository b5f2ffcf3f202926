import type { z } from 'zod'
import type { Operation, Problem } from '#shared/errors.ts'
import { isObject } from '#shared/is-object.ts'
import { metadataParameters } from '#shared/operations/metadata.ts'
import { performanceParameters } from '#shared/operations/performance.ts'
import { auditParameters } from '#shared/operations/seo-audit.ts'
import { snapshotParameters } from '#shared/operations/snapshot.ts'

/** The schema of the parameters of each operation. */
export const parameterSchemas = {
  snapshot: snapshotParameters,
  metadata: metadataParameters,
  performance: performanceParameters,
  'seo-audit': auditParameters,
} as const satisfies Partial<Record<Operation, z.ZodObject>>
export type AvailableOperation = keyof typeof parameterSchemas

/** Whether a value is the name of an operation. */
export function isAvailable(operation: unknown): operation is AvailableOperation {
  return typeof operation === 'string' && Object.hasOwn(parameterSchemas, operation)
}

/** Whether the parameter of this name is an object or a list, which a query has as JSON text; null where it is neither. */
export function jsonTypeOf(operation: AvailableOperation, name: string): 'object' | 'array' | null {
  const shape: Readonly<Record<string, z.ZodType>> = parameterSchemas[operation].shape
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined
  const type = field === undefined ? null : bare(field).def.type
  return type === 'object' || type === 'array' ? type : null
}

export type Checked<T = Readonly<Record<string, unknown>> & { readonly url: string }> =
  | { readonly parameters: T }
  | { readonly problems: readonly Problem[] }

/**
 * Validates parameters and fills in defaults; reports all problems at once. `texts`: numbers and booleans may be strings
 * (in queries and events): infra/docs/clients.md#parameters.
 */
export function checkParameters(operation: AvailableOperation, raw: unknown, texts: boolean): Checked {
  return checkFields(parameterSchemas[operation], raw, texts)
}

/** The same for parameters of any schema. */
export function checkFields<S extends z.ZodObject>(
  schema: S,
  raw: unknown,
  texts: boolean,
): Checked<z.infer<S>> {
  const input = texts && isObject(raw) ? readTexts(schema, raw) : raw
  const { success, data, error } = schema.safeParse(input)
  if (success) return { parameters: data }
  return { problems: error.issues.flatMap((issue) => problemsOf(issue, input)) }
}

/** Converts texts to the numbers and booleans of the schema where they are valid, also in nested objects. */
function readTexts(schema: z.ZodObject, raw: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(raw).map(([name, value]) => {
    const field = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : null
    return [name, field === null ? value : readText(bare(field), value)]
  })
  return Object.fromEntries(entries)
}

/** A schema without its defaults and optionality. */
function bare(field: z.ZodType): z.ZodType {
  return 'innerType' in field.def ? bare(field.def.innerType as z.ZodType) : field
}

function readText(field: z.ZodType, value: unknown): unknown {
  const { type } = field.def
  if (type === 'object' && isObject(value)) return readTexts(field as z.ZodObject, value)
  if (typeof value !== 'string') return value
  const isNumber = type === 'number' || (field.def as { options?: z.ZodType[] }).options?.some(isNumeric)
  if (isNumber && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

const isNumeric = (option: z.ZodType): boolean => option.def.type === 'number'

const CODES: Readonly<Record<string, Problem['code']>> = {
  invalid_type: 'invalid_type',
  too_small: 'too_small',
  too_big: 'too_big',
  invalid_value: 'invalid_enum_value',
  invalid_format: 'invalid_string',
  custom: 'custom',
}

function problemsOf(issue: z.core.$ZodIssue, input: unknown): Problem[] {
  const received = at(input, issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknownKey([...issue.path, key], input))
  if (issue.code === 'invalid_union')
    return problemsOf({ ...likeliest(issue, received), path: issue.path }, input)
  const path = issue.path.map(String)
  return [
    {
      code:
        issue.path.at(-1) === 'url' && issue.code === 'custom'
          ? 'invalid_string'
          : (CODES[issue.code] ?? 'custom'),
      expected: expectedOf(issue),
      received: show(received),
      path,
      message: `${path.join('.') || 'parameters'} ${path.length === 0 ? 'must be an object' : issue.message}`,
    },
  ]
}

/** Of the types that a value may have, the problem of the one that was probably meant. */
function likeliest({ errors }: z.core.$ZodIssueInvalidUnion, received: unknown): z.core.$ZodIssue {
  const issues = errors.flat()
  const isText = typeof received === 'string'
  const fitting = issues.find(({ code }) => (isText ? code === 'invalid_value' : code !== 'invalid_value'))
  return (fitting ?? issues[0]) as z.core.$ZodIssue
}

function unknownKey(keys: readonly PropertyKey[], input: unknown): Problem {
  const received = show(at(input, keys))
  const path = keys.map(String)
  return {
    code: 'unrecognized_keys',
    expected: 'a known parameter',
    received,
    path,
    message: `${path.join('.')} is not a known parameter`,
  }
}

function expectedOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.expected
  if (issue.code === 'invalid_value') return issue.values.join(' | ')
  if (issue.code === 'too_small') return `>= ${issue.minimum}`
  if (issue.code === 'too_big') return `<= ${issue.maximum}`
  return issue.code === 'custom' ? String(issue.params?.expected ?? 'a valid value') : 'a valid value'
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(memberOf, input)
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  if (Array.isArray(value)) return value[Number(key)]
  return isObject(value) ? value[String(key)] : undefined
}

const SHOWN = 200

function show(value: unknown): string {
  if (value === undefined) return 'undefined'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
