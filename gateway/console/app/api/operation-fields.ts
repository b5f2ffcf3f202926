import type { ApiOperation, OpenApi, Schema } from './openapi.ts'

/** How a parameter is entered. `suggestion`: a text with proposals; `choices`: several of the options. */
type FieldKind = 'text' | 'number' | 'switch' | 'choice' | 'choices' | 'suggestion'

/** A parameter of an operation, as a form shows it. Values are texts, as in a query. */
export interface Field {
  /** The name in the API; a member of an object has the object's name and a dot before its own. */
  readonly name: string
  readonly kind: FieldKind
  readonly isRequired: boolean
  readonly description: string
  /** The default in the API; '' = none. */
  readonly fallback: string
  readonly options: readonly string[]
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly step: number | 'any'
  readonly maxLength: number | undefined
}

/** An operation of the interface with its parameters. */
export interface FormOperation {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly summary: string
  readonly fields: readonly Field[]
}

const JSON_TYPE = 'application/json'

/** The operation with the path `/<name>`, as the document describes it; null when it describes none. */
export function formOperation({ paths }: OpenApi, name: string): FormOperation | null {
  const { get, post } = paths[`/${name}`] ?? {}
  const described = post ?? get
  if (described === undefined) return null
  const fields = post === undefined ? queryFields(described) : bodyFields(described)
  return { name, method: post === undefined ? 'GET' : 'POST', summary: described.summary ?? name, fields }
}

function queryFields({ parameters = [] }: ApiOperation): Field[] {
  return parameters.flatMap(({ name, in: place, required = false, description, schema }) => {
    if (name === undefined || place !== 'query' || schema === undefined) return []
    return fieldsOf(name, { ...schema, description: description ?? schema.description ?? '' }, required)
  })
}

function bodyFields({ requestBody }: ApiOperation): Field[] {
  const schema = requestBody?.content[JSON_TYPE]?.schema
  return Object.entries(schema?.properties ?? {}).flatMap(([name, property]) =>
    fieldsOf(name, property, schema?.required?.includes(name) === true),
  )
}

/** Parameters that the console sets itself where its views need them: no form asks for them. */
const OWN: ReadonlySet<string> = new Set(['locate'])

/** The field of a parameter; an object has one for each of its members. */
function fieldsOf(name: string, schema: Schema, isRequired: boolean): Field[] {
  if (OWN.has(name)) return []
  if (schema.properties !== undefined) {
    const { description } = schema
    return Object.entries(schema.properties).flatMap(([member, inner]) =>
      fieldsOf(`${name}.${member}`, { description: description ?? '', ...inner }, false),
    )
  }
  const number = schema.anyOf?.find(({ type }) => isNumeric(type)) ?? schema
  return [
    {
      name,
      kind: kindOf(schema),
      isRequired,
      description: schema.description ?? '',
      fallback: textOf(schema.default),
      options: optionsOf(schema),
      minimum: number.minimum,
      maximum: number.maximum,
      step: number.type === 'integer' ? 1 : 'any',
      maxLength: schema.maxLength,
    },
  ]
}

function kindOf({ type, enum: options, items, anyOf }: Schema): FieldKind {
  if (anyOf !== undefined) return 'suggestion'
  if (options !== undefined) return 'choice'
  if (type === 'array' && items?.enum !== undefined) return 'choices'
  if (type === 'boolean') return 'switch'
  return isNumeric(type) ? 'number' : 'text'
}

const isNumeric = (type: string | undefined) => type === 'integer' || type === 'number'

function optionsOf({ enum: options, items, anyOf = [] }: Schema): readonly string[] {
  return options ?? items?.enum ?? anyOf.flatMap((one) => one.enum ?? [])
}

/** A value as a query has it: an array is joined by commas. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.join(',') : String(value)
}
