import { rank } from '../../../../crawl/families/family-rank.ts'
import type {
  DecisionTables,
  FamilyKeys,
  FamilyNodes,
  HeldItems,
  SeenItems,
  StoredItem,
} from '../../../../frontier/decisions/decision-tables.ts'
import { type FamilyNode, type LoadedCrawl, Misses, MissingRows, placeKey } from './load-crawl.ts'

/** What the tables of a crawl are made of. */
export interface CrawlTablesOptions {
  readonly loaded: LoadedCrawl
  /** The row of the batch: its numbers of nodes go on. */
  readonly row: { families: number }
  keysOf(address: string): FamilyKeys
  parametersId(json: string): number
}

/** Changes of the tables of a crawl. */
export interface CrawlChanges {
  readonly seen: ReadonlySet<string>
  /** Further members by family. */
  readonly members: ReadonlyMap<string, number>
  /** New and changed nodes. */
  readonly nodes: ReadonlyMap<number, FamilyNode>
  readonly held: readonly { readonly family: number; readonly item: StoredItem }[]
  /** Places of items that are not held any more. */
  readonly taken: readonly number[]
}

/** Decision tables in memory, with their changes, and what they lacked. */
export interface CrawlTables {
  readonly tables: DecisionTables
  readonly misses: Misses
  changes(): CrawlChanges
}

/**
 * Makes the tables of one run of decisions about a crawl, over the rows that were loaded. Where one is missing, the tables answer
 * as if there were none and take note of it, or throw MissingRows: the run counts for nothing then.
 */
export function makeCrawlTables(options: CrawlTablesOptions): CrawlTables {
  const misses = new Misses()
  const seen = makeSeen(options)
  const families = makeNodes(options, misses)
  const held = makeHeld(options, misses)
  return {
    tables: { seen: seen.table, families: families.table, held: held.table },
    misses,
    changes: () => ({ ...seen, nodes: families.changed, held: held.added(), taken: held.taken }),
  }
}

function makeSeen({ loaded, parametersId }: CrawlTablesOptions) {
  const seen = new Set<string>()
  const members = new Map<string, number>()
  const table: SeenItems = {
    isNew(_batch, hash) {
      if (loaded.seen.has(hash) || seen.has(hash)) return false
      seen.add(hash)
      return true
    },
    membersOf: (_batch, hash) => (loaded.members.get(hash) ?? 0) + (members.get(hash) ?? 0),
    join: (_batch, hash) => void members.set(hash, (members.get(hash) ?? 0) + 1),
    parametersId: (_batch, json) => parametersId(json),
  }
  return { table, seen, members }
}

function makeNodes({ loaded, row, keysOf }: CrawlTablesOptions, misses: Misses) {
  const changed = new Map<number, FamilyNode>()
  const places = new Map<string, number>()
  const added = new Map<number, number>()
  /** Nodes with higher numbers were added by this run: nothing is below them but what it added. */
  const last = row.families

  function nodeOf(id: number): FamilyNode {
    const node = changed.get(id) ?? loaded.nodes.get(id)
    if (node !== undefined) return node
    misses.nodes.add(id)
    throw new MissingRows()
  }

  const table: FamilyNodes = {
    keysOf,
    find(_batch, parent, hash) {
      const place = { parent, hash }
      const known = places.get(placeKey(place)) ?? loaded.places.get(placeKey(place))
      if (known === undefined && parent <= last) misses.places.set(placeKey(place), place)
      return known ?? undefined
    },
    count(_batch, parent) {
      const stored = parent > last ? 0 : loaded.counts.get(parent)
      if (stored === undefined) misses.counts.add(parent)
      return (stored ?? 0) + (added.get(parent) ?? 0)
    },
    insert(_batch, parent, hash) {
      row.families += 1
      const id = row.families
      changed.set(id, { ...emptyNode, id, parent, hash })
      places.set(placeKey({ parent, hash }), id)
      added.set(parent, (added.get(parent) ?? 0) + 1)
      return id
    },
    family: nodeOf,
    section: nodeOf,
    save: (family) => void changed.set(family.id, { ...nodeOf(family.id), ...family }),
    saveSection: (section) => void changed.set(section.id, { ...nodeOf(section.id), ...section }),
    nextWithHeld: () => nextWithHeld(loaded, changed, misses),
  }
  return { table, changed }
}

const emptyNode = {
  ...{ open_items: 0, held: 0, compared: 0, fresh: 0, stale: 0, gap: 1 },
  ...{ rank: rank.followed, contents: null },
}

/** How many families with held items are read first. */
const SOME_FAMILIES = 16

/** A changed family may come before those that were loaded in order, but none that was not loaded before the last of these. */
function nextWithHeld(
  { withHeld, nodes }: LoadedCrawl,
  changed: ReadonlyMap<number, FamilyNode>,
  misses: Misses,
): FamilyNode | null {
  const ids = withHeld?.ids ?? []
  const others = ids.flatMap((id) => (changed.has(id) ? [] : (nodes.get(id) ?? [])))
  const [first = null] = [...others, ...changed.values()].filter(hasNext).toSorted(inOrder)
  const last = nodes.get(ids.at(-1) ?? 0)
  const isSure = withHeld?.isWhole || (first !== null && last !== undefined && inOrder(first, last) <= 0)
  if (isSure) return first
  misses.withHeld = Math.max(SOME_FAMILIES, 2 * ids.length)
  throw new MissingRows()
}

function hasNext({ held, rank: current, gap }: FamilyNode): boolean {
  return held > (current === rank.sampled ? gap : 0)
}

function inOrder(a: FamilyNode, b: FamilyNode): number {
  return a.rank - b.rank || a.stale - b.stale || a.id - b.id
}

/** How many held items of a family are read first. */
const SOME_HELD = 16

function makeHeld({ loaded, row }: CrawlTablesOptions, misses: Misses) {
  const last = row.families
  const taken: number[] = []
  const queues = new Map<number, { next: number; readonly added: StoredItem[]; addedNext: number }>()
  const queueOf = (family: number) => {
    const queue = queues.get(family) ?? { next: 0, added: [], addedNext: 0 }
    queues.set(family, queue)
    return queue
  }

  const table: HeldItems = {
    insert: (_batch, family, item) => void queueOf(family).added.push(item),
    takeFirst(family) {
      const queue = queueOf(family)
      const head = family > last ? { rows: [], isWhole: true } : loaded.held.get(family)
      const rows = head?.rows.slice(queue.next, queue.next + 2) ?? []
      if (rows.length < 2 && head?.isWhole !== true) {
        misses.held.set(family, Math.max(SOME_HELD, 2 * (head?.rows.length ?? 0)))
        throw new MissingRows()
      }
      const firsts = [...rows, ...queue.added.slice(queue.addedNext, queue.addedNext + 2)].slice(0, 2)
      const items = firsts.filter(({ url }) => url === firsts[0]?.url)
      const fromRows = rows.slice(0, items.length)
      taken.push(...fromRows.map(({ n }) => n))
      queue.next += fromRows.length
      queue.addedNext += items.length - fromRows.length
      return items
    },
  }
  const added = () =>
    [...queues].flatMap(([family, queue]) =>
      queue.added.slice(queue.addedNext).map((item) => ({ family, item })),
    )
  return { table, taken, added }
}
