import { appendAll } from '#shared/append-all.ts'

/** Syntaxes of structured data. */
export type Syntax = 'json-ld' | 'microdata' | 'rdfa'

/** Refers to an item that is described elsewhere on the page, or not on the page. */
export interface Reference {
  readonly ref: string
}

export type Literal = string | number | boolean
export type ItemValue = Literal | ItemNode | Reference

/**
 * One item of any syntax. Names of the schema.org vocabulary are bare (`Product`, `name`); others are URLs, or as
 * written where none is known. The item stands where it is first described. Other places hold a reference, so the
 * tree has no cycles.
 */
export interface ItemNode {
  /** Types of schema.org, in order. */
  readonly types: readonly string[]
  /** Types of other vocabularies. */
  readonly otherTypes: readonly string[]
  /** Absolute where possible. */
  readonly id: string | null
  readonly properties: ReadonlyMap<string, readonly ItemValue[]>
  readonly source: Syntax
  /** Offset of the start tag of its element, or of its JSON-LD block, in the decoded text. */
  readonly offset: number
}

/** Whether a value is an item described at this place. */
export function isNode(value: ItemValue): value is ItemNode {
  return typeof value === 'object' && 'properties' in value
}

/** Whether a value refers to an item. */
export function isReference(value: ItemValue): value is Reference {
  return typeof value === 'object' && 'ref' in value
}

const schemaOrg = /^(?:https?:)?\/\/(?:www\.)?schema\.org\/(?:#|)/i

/** The bare name of a URL in the schema.org vocabulary; null for other URLs. */
export function schemaOrgName(address: string): string | null {
  const found = schemaOrg.exec(address)
  const name = found && address.slice(found[0].length).replace(/[/#]+$/, '')
  return name === null || name === '' || name.includes('/') ? null : name
}

/** Maximum number of items. */
const maxNodes = 10_000
/** Maximum number of property values. */
const maxValues = 100_000

/** Maximum number of types of one item, and characters of a name. */
const maxTypes = 20
const maxNameChars = 200

/** An item as it was found, before it is known whether it was found earlier. */
export interface Draft {
  readonly types: readonly string[]
  readonly otherTypes: readonly string[]
  readonly id: string | null
  readonly source: Syntax
  readonly offset: number
}

interface OpenNode extends ItemNode {
  readonly types: string[]
  readonly otherTypes: string[]
  readonly properties: Map<string, ItemValue[]>
}

function addMissing(into: string[], more: readonly string[]): void {
  for (const one of more) {
    if (into.length >= maxTypes) return
    if (one.length <= maxNameChars && !into.includes(one)) into.push(one)
  }
}

/**
 * The items of a page, of all syntaxes and blocks. Items with the same id are one item (JSON-LD 1.1, 2: a node is
 * what its identifier names) with the properties of all its descriptions. Of a property in several descriptions
 * the first counts.
 */
export class ItemGraph {
  /** All items, nested ones too, in document order. */
  readonly nodes: ItemNode[] = []
  readonly #roots = new Set<ItemNode>()
  /** Whether items or values beyond the limits were left out. */
  isCut = false
  readonly #byId = new Map<string, OpenNode>()
  readonly #base: string
  #values = 0

  /** `base` is the document's base URL, against which ids are resolved. */
  constructor(base: string) {
    this.#base = base
  }

  /** Items that are no property of another item, in document order. */
  get roots(): ReadonlySet<ItemNode> {
    return this.#roots
  }

  /** The item that a value is or refers to; null for literals and for items that the page does not describe. */
  nodeOf(value: ItemValue): ItemNode | null {
    if (typeof value !== 'object') return null
    return isReference(value) ? (this.#byId.get(value.ref) ?? null) : value
  }

  /** The id as items are indexed by it: absolute, except for blank nodes. */
  idOf(written: string): string {
    return /^[a-z_][a-z0-9+.-]*:/i.test(written) ? written : (URL.parse(written, this.#base)?.href ?? written)
  }

  /** Absolute URL of a value in the markup; '' when it cannot be parsed (HTML Standard, 5.2.4). */
  addressOf(written: string): string {
    return written.trim() === '' ? '' : (URL.parse(written, this.#base)?.href ?? '')
  }

  /**
   * Adds an item; `describe` gives its properties. Returns the value at this place: the item itself the first
   * time, later a reference; null beyond the limits.
   */
  add(draft: Draft, describe: (node: ItemNode) => void, isRoot: boolean): ItemValue | null {
    const known = draft.id === null ? undefined : this.#byId.get(draft.id)
    if (known === undefined && this.nodes.length >= maxNodes) {
      this.isCut = true
      return null
    }
    const node: OpenNode = known ?? this.#opened(draft)
    addMissing(node.types, draft.types)
    addMissing(node.otherTypes, draft.otherTypes)
    if (isRoot) this.#roots.add(node)
    if (known === undefined) describe(node)
    else this.#merge(known, draft, describe)
    return known === undefined ? node : { ref: draft.id ?? '' }
  }

  /** Adds values to a property of an item that is being described. */
  put(node: ItemNode, property: string, values: readonly ItemValue[]): void {
    const room = maxValues - this.#values
    if (values.length > room || property.length > maxNameChars) this.isCut = true
    if (property.length > maxNameChars) return
    const kept = values.slice(0, room)
    if (kept.length === 0) return
    this.#values += kept.length
    const properties = node.properties as Map<string, ItemValue[]>
    const list = properties.get(property)
    if (list) appendAll(list, kept)
    else properties.set(property, kept)
  }

  /** Sorts the items of all syntaxes into document order; items of one JSON-LD block keep theirs. */
  sort(): void {
    this.nodes.sort((one, other) => one.offset - other.offset)
    const roots = [...this.#roots].sort((one, other) => one.offset - other.offset)
    this.#roots.clear()
    for (const root of roots) this.#roots.add(root)
  }

  #opened(draft: Draft): OpenNode {
    const node = { ...draft, types: [], otherTypes: [], properties: new Map<string, ItemValue[]>() }
    this.nodes.push(node)
    if (draft.id !== null) this.#byId.set(draft.id, node)
    return node
  }

  #merge(known: OpenNode, draft: Draft, describe: (node: ItemNode) => void): void {
    const other: OpenNode = { ...draft, types: [], otherTypes: [], properties: new Map() }
    describe(other)
    for (const [property, values] of other.properties)
      if (!known.properties.has(property)) known.properties.set(property, values)
  }
}
