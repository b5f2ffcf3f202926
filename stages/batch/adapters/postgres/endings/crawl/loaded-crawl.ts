import type { FamilyRow, SectionRow, StoredItem } from '../../../../frontier/decisions/decision-tables.ts'

/** A node of a crawl's families: it is a host, a section or a family. */
export interface FamilyNode extends FamilyRow, SectionRow {
  readonly hash: string
}

/** An item that is held back, with its place in the order. */
export interface HeldRow extends StoredItem {
  readonly n: number
}

/** The first held items of a family, in order. */
export interface HeldHead {
  readonly rows: readonly HeldRow[]
  /** There are no others. */
  readonly isWhole: boolean
}

/** Where a node is: its parent, and its hash. */
export interface NodePlace {
  readonly parent: number
  readonly hash: string
}

/** Names a place in a map. */
export const placeKey = ({ parent, hash }: NodePlace) => `${parent} ${hash}`

/** What was read of a crawl in the transaction that holds the lock of its row. Nothing of it changes meanwhile. */
export class LoadedCrawl {
  /** Of the hashes of items that may be added, those that the crawl has had. */
  readonly seen = new Set<string>()
  /** Members of the families by address and query that were asked for; 0 for one that was not. */
  readonly members = new Map<string, number>()
  readonly nodes = new Map<number, FamilyNode>()
  /** The number of the node at each place that was asked for; null = there is none. */
  readonly places = new Map<string, number | null>()
  /** Members of nodes. */
  readonly counts = new Map<number, number>()
  readonly held = new Map<number, HeldHead>()
  /** The numbers of the first families with held items, in their order. */
  withHeld: { readonly ids: readonly number[]; readonly isWhole: boolean } | null = null

  addNode(node: FamilyNode): void {
    this.nodes.set(node.id, node)
    this.places.set(placeKey(node), node.id)
  }
}

/** Rows that a decision wanted and that were not loaded. */
export class Misses {
  readonly places = new Map<string, NodePlace>()
  readonly counts = new Set<number>()
  readonly nodes = new Set<number>()
  /** How many held items of a family are wanted. */
  readonly held = new Map<number, number>()
  /** How many families with held items are wanted. */
  withHeld = 0

  isEmpty(): boolean {
    const { places, counts, nodes, held } = this
    return places.size + counts.size + nodes.size + held.size + this.withHeld === 0
  }
}

/** A decision cannot go on without rows that are not loaded. */
export class MissingRows extends Error {}
