import { type ItemNode, type ItemValue, isReference, type Syntax } from './item.ts'

/** Items that are kept; further ones are passed over. */
const maxNodes = 10_000
/** Values of properties that are kept. */
const maxValues = 100_000

/** Types of one item that are kept, and characters of a name: longer ones are no names. */
const maxTypes = 20
const maxNameChars = 200

/** An item as it was met, before it is known whether it was met before. */
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
 * The items of a page, of all syntaxes and blocks: those with the same id are one item (JSON-LD 1.1, 2: a node is
 * what its identifier names), which has what any of its descriptions says; of a property that several describe, the
 * first counts.
 */
export class ItemGraph {
  /** All items, nested ones too, in document order. */
  readonly nodes: ItemNode[] = []
  readonly #roots = new Set<ItemNode>()
  /** More items or values were found than are kept. */
  isCut = false
  readonly #byId = new Map<string, OpenNode>()
  readonly #base: string
  #values = 0

  /** `base` is the document's base URL: ids are relative to it. */
  constructor(base: string) {
    this.#base = base
  }

  /** The items that are no property of another, in document order. */
  get roots(): ReadonlySet<ItemNode> {
    return this.#roots
  }

  /** The item that a value is or stands for; null for literals and for what the page does not describe. */
  nodeOf(value: ItemValue): ItemNode | null {
    if (typeof value !== 'object') return null
    return isReference(value) ? (this.#byId.get(value.ref) ?? null) : value
  }

  /** An id as items are known by: absolute, but for blank nodes. */
  idOf(written: string): string {
    return /^[a-z_][a-z0-9+.-]*:/i.test(written) ? written : (URL.parse(written, this.#base)?.href ?? written)
  }

  /** An address of the markup, absolute; '' when it is none (HTML Standard 5.2.4). */
  addressOf(written: string): string {
    return written.trim() === '' ? '' : (URL.parse(written, this.#base)?.href ?? '')
  }

  /**
   * Adds an item and has `describe` give its properties. The result stands for it where it was met: the item itself the
   * first time, then a reference. Null when no more are kept.
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
    if (list) list.push(...kept)
    else properties.set(property, kept)
  }

  /** Brings the items of all syntaxes into document order; those of one JSON-LD block keep theirs. */
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
