import { type ItemGraph, type ItemNode, type ItemValue, schemaOrgName } from '../item-graph.ts'
import { isObject, type JsonObject, type JsonValue, listOf } from './json-ld.ts'

/** Meaning of terms where a context is active (JSON-LD 1.1, 3.1), as far as schema.org is concerned. */
export interface Terms {
  /** Whether terms without a prefix belong to schema.org. */
  readonly isSchemaOrg: boolean
  /** Prefixes and terms that the innermost context defines; null without one. */
  readonly defined: ReadonlyMap<string, string> | null
  /** The terms around that context. Blocks nest at most `maxDepth` deep (see json-ld.ts), and so do they. */
  readonly outer: Terms | null
}

/** Without a context, terms count as schema.org's, as search engines treat them. */
const noTerms: Terms = { isSchemaOrg: true, defined: null, outer: null }

/** Maximum number of terms of one context. */
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

/** Terms from the objects among contexts, the later ones before the earlier ones. */
function withObjects(outer: Terms, contexts: readonly JsonObject[]): Terms {
  const defined = new Map<string, string>()
  for (const [word, value] of contexts.flatMap(Object.entries<JsonValue>)) {
    const definition = word.startsWith('@') ? null : definitionOf(value)
    if (definition !== null && defined.size < maxTerms) defined.set(word, definition)
  }
  const vocab = contexts.map((context) => context['@vocab']).findLast((one) => typeof one === 'string')
  const isSchemaOrg = typeof vocab === 'string' ? contextOfSchemaOrg.test(vocab) : outer.isSchemaOrg
  return defined.size === 0 ? { ...outer, isSchemaOrg } : { isSchemaOrg, defined, outer }
}

/** The definition of a prefix or term where the terms are active. */
function definitionIn(terms: Terms, word: string): string | undefined {
  for (let scope: Terms | null = terms; scope !== null; scope = scope.outer) {
    const definition = scope.defined?.get(word)
    if (definition !== undefined) return definition
  }
  return undefined
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
function termsWith(outer: Terms, context: JsonValue): Terms {
  if (context === null) return noTerms
  const all: readonly JsonValue[] = Array.isArray(context) ? context : [context]
  const addressed = withAddresses(
    outer,
    all.filter((one) => typeof one === 'string'),
  )
  return withObjects(addressed, all.filter(isObject))
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
function meaningOf(word: string, terms: Terms): Meaning {
  const written = word.trim()
  const address = definitionIn(terms, written) ?? written
  const colon = address.indexOf(':')
  if (colon < 0) return terms.isSchemaOrg ? ofSchemaOrg(address) : ofAnother(address)
  const prefix = address.slice(0, colon)
  const local = address.slice(colon + 1)
  if (local.startsWith('//')) return meaningOfAddress(address)
  const expansion = definitionIn(terms, prefix)
  if (expansion !== undefined) return meaningOfAddress(expansion + local)
  return prefixesOfSchemaOrg.has(prefix) ? ofSchemaOrg(local) : ofAnother(address)
}

export interface BlockPlace {
  readonly offset: number
  /** Distinguishes blank nodes of different blocks, whose ids are local to their block. */
  readonly number: number
}

/** Keywords of JSON-LD, and the two aliases that schema.org's context defines. */
function isKeyword(key: string, terms: Terms): boolean {
  return key.startsWith('@') || (terms.isSchemaOrg && (key === 'type' || key === 'id'))
}

/** Adds the items of JSON-LD blocks to a graph. Recursive: blocks nest at most `maxDepth` deep (see json-ld.ts). */
export class JsonLdItems {
  readonly #graph: ItemGraph
  readonly #place: BlockPlace

  constructor(graph: ItemGraph, place: BlockPlace) {
    this.#graph = graph
    this.#place = place
  }

  /** Adds everything in a block. */
  addBlock(value: JsonValue): void {
    this.#addTop(value, noTerms)
  }

  #addTop(value: JsonValue, outer: Terms): void {
    if (Array.isArray(value)) for (const item of value) this.#addTop(item, outer)
    if (!isObject(value)) return
    const terms = this.#termsIn(value, outer)
    if (Object.keys(value).some((key) => !key.startsWith('@')) || value['@type'] !== undefined)
      this.#item(value, outer, true)
    for (const key of ['@graph', '@included']) if (value[key] !== undefined) this.#addTop(value[key], terms)
  }

  #termsIn(object: JsonObject, outer: Terms): Terms {
    const context = object['@context']
    return context === undefined ? outer : termsWith(outer, context)
  }

  #item(object: JsonObject, outer: Terms, isRoot: boolean): ItemValue | null {
    const terms = this.#termsIn(object, outer)
    const meanings = listOf(object['@type'] ?? (terms.isSchemaOrg ? object.type : undefined))
      .filter((type) => typeof type === 'string' && type.trim() !== '')
      .map((type) => meaningOf(type as string, terms))
    const draft = {
      types: meanings.filter(({ isSchemaOrg }) => isSchemaOrg).map(({ name }) => name),
      otherTypes: meanings.filter(({ isSchemaOrg }) => !isSchemaOrg).map(({ name }) => name),
      id: this.#idOf(object['@id'] ?? (terms.isSchemaOrg ? object.id : undefined)),
      source: 'json-ld' as const,
      offset: this.#place.offset,
    }
    return this.#graph.add(draft, (node) => this.#describe(node, object, terms), isRoot)
  }

  #idOf(written: JsonValue | undefined): string | null {
    if (typeof written !== 'string' || written.trim() === '') return null
    return written.startsWith('_:')
      ? `_:${this.#place.number}${written.slice(1)}`
      : this.#graph.idOf(written.trim())
  }

  #describe(node: ItemNode, object: JsonObject, terms: Terms): void {
    for (const [key, value] of Object.entries(object)) {
      if (key === '@reverse' && isObject(value)) this.#addTop(Object.values(value), terms)
      if (isKeyword(key, terms)) continue
      const { name, isSchemaOrg } = meaningOf(key, terms)
      if (!isSchemaOrg && !name.includes(':')) continue
      this.#graph.put(node, name, this.#values(value, terms))
    }
  }

  #values(value: JsonValue, terms: Terms): ItemValue[] {
    if (value === null) return []
    if (Array.isArray(value)) return value.flatMap((one) => this.#values(one, terms))
    if (!isObject(value)) return [value as ItemValue]
    if ('@value' in value)
      return listOf(value['@value']).filter((one) => typeof one !== 'object') as ItemValue[]
    const inner = value['@list'] ?? value['@set']
    if (inner !== undefined) return this.#values(inner, terms)
    const found = this.#isReference(value) ? this.#reference(value) : this.#item(value, terms, false)
    return found === null ? [] : [found]
  }

  #isReference(object: JsonObject): boolean {
    return '@id' in object && Object.keys(object).length === 1
  }

  #reference(object: JsonObject): ItemValue | null {
    const ref = this.#idOf(object['@id'])
    return ref === null ? null : { ref }
  }
}
