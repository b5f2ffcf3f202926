import { schemaOrgName } from './item.ts'
import { isObject, type JsonValue } from './json-ld.ts'

/** What the words of JSON-LD mean where a context is in force (JSON-LD 1.1, 3.1), as far as schema.org is concerned. */
export interface Terms {
  /** Whether words without a prefix are of schema.org. */
  readonly isSchemaOrg: boolean
  /** Prefixes and words that the context defines. */
  readonly defined: ReadonlyMap<string, string>
}

/** Without any context; words are taken for schema.org's, as search engines do. */
export const noTerms: Terms = { isSchemaOrg: true, defined: new Map() }

/** Terms in force at a time: each context copies those around it. */
const maxTerms = 500

const contextOfSchemaOrg = /^(?:(?:https?:)?\/\/)?(?:www\.)?schema\.org(?:[/#]|$)/i
const prefixesOfSchemaOrg = new Set(['schema', 'sdo'])

/** Whether a context, as written, names schema.org by an absolute address somewhere. */
export function namesSchemaOrg(context: JsonValue): boolean {
  if (typeof context === 'string') return /^https?:/i.test(context) && contextOfSchemaOrg.test(context)
  if (Array.isArray(context)) return context.some(namesSchemaOrg)
  return isObject(context) && Object.values(context).some((value) => namesSchemaOrg(value))
}

function definitionOf(value: JsonValue): string | null {
  const target = isObject(value) ? value['@id'] : value
  return typeof target === 'string' ? target : null
}

function withObject(outer: Terms, context: Readonly<Record<string, JsonValue>>): Terms {
  const defined = new Map(outer.defined)
  for (const [word, value] of Object.entries(context)) {
    const definition = word.startsWith('@') ? null : definitionOf(value)
    if (definition !== null && defined.size < maxTerms) defined.set(word, definition)
  }
  const vocab = context['@vocab']
  const isSchemaOrg = typeof vocab === 'string' ? contextOfSchemaOrg.test(vocab) : outer.isSchemaOrg
  return { isSchemaOrg, defined }
}

/** What the addresses among contexts say: one of schema.org is enough, others are not fetched. */
function withAddresses(outer: Terms, addresses: readonly string[]): Terms {
  if (addresses.length === 0) return outer
  return { ...outer, isSchemaOrg: addresses.some((address) => contextOfSchemaOrg.test(address.trim())) }
}

/** The terms in force inside an object with this `@context`. A context that would have to be fetched is not known. */
export function termsWith(outer: Terms, context: JsonValue): Terms {
  if (context === null) return noTerms
  const all: readonly JsonValue[] = Array.isArray(context) ? context : [context]
  const addressed = withAddresses(
    outer,
    all.filter((one) => typeof one === 'string'),
  )
  return all.reduce<Terms>((terms, one) => (isObject(one) ? withObject(terms, one) : terms), addressed)
}

/** A name of schema.org, bare, or of another vocabulary, as written. Null for words that mean nothing. */
export interface Meaning {
  readonly name: string
  readonly isSchemaOrg: boolean
}

const ofSchemaOrg = (name: string): Meaning => ({ name, isSchemaOrg: true })
const ofAnother = (name: string): Meaning => ({ name, isSchemaOrg: false })

function meaningOfAddress(address: string): Meaning {
  const name = schemaOrgName(address)
  return name === null ? ofAnother(address) : ofSchemaOrg(name)
}

/** What a type or property name means: terms and prefixes of the context, addresses, or schema.org by default. */
export function meaningOf(word: string, terms: Terms): Meaning {
  const written = word.trim()
  const address = terms.defined.get(written) ?? written
  const colon = address.indexOf(':')
  if (colon < 0) return terms.isSchemaOrg ? ofSchemaOrg(address) : ofAnother(address)
  const prefix = address.slice(0, colon)
  const local = address.slice(colon + 1)
  if (local.startsWith('//')) return meaningOfAddress(address)
  const expansion = terms.defined.get(prefix)
  if (expansion !== undefined) return meaningOfAddress(expansion + local)
  return prefixesOfSchemaOrg.has(prefix) ? ofSchemaOrg(local) : ofAnother(address)
}
