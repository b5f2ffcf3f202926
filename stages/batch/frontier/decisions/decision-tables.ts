import type { FamilyRecord, Rank } from '../../crawl/families/family-rank.ts'
import type { NewItem } from '../frontier.ts'

/** The tables that decisions about the items of a batch read and change within one write. Hashes are hexadecimal digits. */
export interface DecisionTables {
  readonly seen: SeenItems
  readonly families: FamilyNodes
  readonly held: HeldItems
}

/** The items that a batch has had, its families of likely variants, and its parameter sets, each stored once. */
export interface SeenItems {
  /** Returns true when the batch has not had the item, and records it. */
  isNew(batch: number, hash: string): boolean
  /** How many members of a family the batch has, by `familyHash`. */
  membersOf(batch: number, familyHash: string): number
  /** Adds a member to a family. */
  join(batch: number, familyHash: string): void
  /** Returns the number of these parameters in the batch. */
  parametersId(batch: number, json: string): number
}

/** An item as it is stored: `parameters` is the number of its parameters. */
export interface StoredItem {
  readonly role: NewItem['role']
  readonly parameters: number
  readonly depth: number | null
  readonly url: string
  readonly source: string | null
  readonly scope: string | null
}

/** A family of addresses. `open_items`: pages that were added and have not ended. `gap`: addresses left out before a sample. */
export interface FamilyRow extends FamilyRecord {
  readonly id: number
  readonly parent: number
  readonly open_items: number
  readonly held: number
  readonly gap: number
  readonly rank: Rank
}

/** A section of a host, with the contents of its pages (see `known-contents.ts`). */
export interface SectionRow extends FamilyRecord {
  readonly id: number
  readonly contents: Uint8Array | null
}

/** The hashes of the nodes on the way to the family of an address. */
export interface FamilyKeys {
  readonly host: string
  readonly section: string
  readonly family: string
}

/** The tree of a crawl's families: hosts, which have the parent 0, their sections, and the families of those. */
export interface FamilyNodes {
  /** See `familyKeys`. An adapter may remember them. */
  keysOf(address: string): FamilyKeys
  find(batch: number, parent: number, hash: string): number | undefined
  /** How many members a node has. */
  count(batch: number, parent: number): number
  /** Adds a node without a record. Later ones have higher numbers. */
  insert(batch: number, parent: number, hash: string): number
  family(id: number): FamilyRow
  section(id: number): SectionRow
  save(row: FamilyRow): void
  saveSection(row: SectionRow): void
  /**
   * The family whose held items come next, by rank, same pages in a row and number; null = there is none. A sampled family needs
   * more held pages than its gap is wide.
   */
  nextWithHeld(batch: number): FamilyRow | null
}

/** Items that are not added to their batch yet. A page is followed by its discovery item, if it has one. */
export interface HeldItems {
  insert(batch: number, family: number, item: StoredItem): void
  /** Takes the items of the first page of a family out. */
  takeFirst(family: number): StoredItem[]
}
