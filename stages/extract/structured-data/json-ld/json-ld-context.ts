import { schemaOrgName } from '../item.ts'
import { isObject, type JsonValue } from './json-ld.ts'

/** Meaning of terms where a context is active (JSON-LD 1.1, 3.1), as far as schema.org is concerned. */
export interface Terms {
  /** Whether terms without a prefix belong to schema.org. */
  readonly isSchemaOrg: boolean
  /** Prefixes and terms that the context defines. */
  readonly defined: ReadonlyMap<string, string>
}

/** Without a context, terms count as schema.org's, as search engines treat them. */
export const noTerms: Terms = { isSchemaOrg: true, defined: new Map() }

/** Maximum number of active terms: each context copies those around it. */
const maxTerms = 500

const contextOfSchemaOrg = /^(?:(?:https?:)?\/\/)?(?:www\.)?schema\.org(?:[/#]|$)/i
const prefixesOfSchemaOrg = new Set(['schema', 'sdo'])

/** Whether a context, as written, contains an absolute URL of schema.org. */
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

/** Terms from the URLs among contexts: one of schema.org suffices; other contexts are not fetched. */
function withAddresses(outer: Terms, addresses: readonly string[]): Terms {
  if (addresses.length === 0) return outer
  return { ...outer, isSchemaOrg: addresses.some((address) => contextOfSchemaOrg.test(address.trim())) }
}

/**
 * The active terms inside an object with this `@context`. Remote contexts are not fetched, so their terms are
 * unknown.
 */
export function termsWith(outer: Terms, context: JsonValue): Terms {
  if (context === null) return noTerms
  const all: readonly JsonValue[] = Array.isArray(context) ? context : [context]
  const addressed = withAddresses(
    outer,
    all.filter((one) => typeof one === 'string'),
  )
  return all.reduce<Terms>((terms, one) => (isObject(one) ? withObject(terms, one) : terms), addressed)
}

/** A name: bare for schema.org, as written for another vocabulary; null for terms without meaning. */
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

/**
 * Resolves a type or property name by the terms and prefixes of the context, as a URL, or as schema.org by
 * default.
 */
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
