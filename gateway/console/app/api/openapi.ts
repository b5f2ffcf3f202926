import { callJson } from './client.ts'

/** The parts of an OpenAPI 3.1 document that forms are made from. */
export interface OpenApi {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<'get' | 'post', ApiOperation>>>>>
}

export interface ApiOperation {
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly ApiParameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

export interface ApiParameter {
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

/** JSON Schema, as far as parameters use it. */
export interface Schema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

let document: Promise<OpenApi> | null = null

/** The description of the interface, loaded once. A load that failed is repeated at the next call. */
export function loadOpenApi(): Promise<OpenApi> {
  document ??= callJson<OpenApi>('openapi.json').catch((error) => {
    document = null
    throw error
  })
  return document
}
