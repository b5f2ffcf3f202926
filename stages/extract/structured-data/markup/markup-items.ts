import type { MarkupFacts, MarkupItem, MarkupValue } from '../facts.ts'
import { type ItemGraph, type ItemNode, type ItemValue, schemaOrgName } from '../item-graph.ts'

/** Maximum nesting of items. Elements nest at most 512 deep; `itemref` can add to it. */
const maxDepth = 100

/** Adds the items of microdata or RDFa to a graph. */
export class MarkupItems {
  readonly #graph: ItemGraph
  readonly #facts: MarkupFacts
  /** The items that are being described. An item inside itself is an error and is left out (HTML Standard, 5.2.5). */
  readonly #around: MarkupItem[] = []
  readonly #added = new Map<MarkupItem, ItemValue | null>()
  hasLoop = false

  constructor(graph: ItemGraph, facts: MarkupFacts) {
    this.#graph = graph
    this.#facts = facts
  }

  /** Adds a top-level item with everything in it. */
  addTop(item: MarkupItem): void {
    this.#item(item, true)
  }

  #item(item: MarkupItem, isRoot: boolean): ItemValue | null {
    if (this.#around.includes(item)) this.hasLoop = true
    if (this.#around.includes(item) || this.#around.length >= maxDepth) return null
    const known = this.#added.get(item)
    if (known !== undefined) return known
    const draft = {
      types: item.types.map(schemaOrgName).filter((name) => name !== null),
      otherTypes: item.types.filter((type) => schemaOrgName(type) === null),
      id: item.id === null || item.id.trim() === '' ? null : this.#graph.idOf(item.id.trim()),
      source: item.source,
      offset: item.offset,
    }
    this.#around.push(item)
    const value = this.#graph.add(draft, (node) => this.#describe(node, item), isRoot)
    this.#around.pop()
    this.#added.set(item, value)
    return value
  }

  #describe(node: ItemNode, item: MarkupItem): void {
    for (const { names, value } of item.properties) {
      const found = this.#value(value)
      if (found === null) continue
      for (const name of names) this.#graph.put(node, schemaOrgName(name) ?? name, [found])
    }
  }

  #value(value: MarkupValue): ItemValue | null {
    if ('text' in value) return value.text
    if ('url' in value) return this.#graph.addressOf(value.url)
    const item = this.#facts.items[value.item]
    return item === undefined ? null : this.#item(item, false)
  }
}
