import type { ItemGraph } from '../graph/item-graph.ts'
import type { ItemNode, ItemValue } from '../item.ts'
import { isObject, type JsonObject, type JsonValue } from './json-ld.ts'
import { meaningOf, noTerms, type Terms, termsWith } from './json-ld-context.ts'

export interface BlockPlace {
  readonly offset: number
  /** Distinguishes blank nodes of different blocks, whose ids are local to their block. */
  readonly number: number
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value as JsonValue]
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
    const keys = Object.keys(object)
    return keys.length === 1 && keys[0] === '@id'
  }

  #reference(object: JsonObject): ItemValue | null {
    const ref = this.#idOf(object['@id'])
    return ref === null ? null : { ref }
  }
}
