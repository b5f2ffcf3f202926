import { crawlLimits } from '../../../../crawl/crawl-limits.ts'
import type { FamilyKeys } from '../../../../frontier/decisions/decision-tables.ts'
import { NO_PARENT, OTHERS } from '../../../../frontier/decisions/held-back.ts'
import { familyHash } from '../../../../frontier/decisions/item-hash.ts'
import type { Session } from '../../connection/postgres.ts'
import { discoveredItems, type PreparedEnding, type PreparedEndings } from '../prepared-endings.ts'
import {
  type LoadedCrawls,
  loadCounts,
  loadHeld,
  loadMembers,
  loadNodes,
  loadSeen,
  type NodePlace,
  type OfCrawl,
  placeKey,
} from './load-crawl.ts'

/** Loads what the decisions about these endings of crawls are likely to look up. */
export async function loadForeseen(
  session: Session,
  crawls: LoadedCrawls,
  prepared: PreparedEndings,
  endings: readonly PreparedEnding[],
): Promise<void> {
  const discovered = endings.flatMap(({ of, discovery }) =>
    discoveredItems(discovery).map((item) => ({ batch: of.num, item, hash: prepared.keysOf(item).hash })),
  )
  await loadSeen(session, crawls, distinct(discovered))
  const fresh = discovered.filter(({ batch, hash }) => crawls.get(batch)?.seen.has(hash) === false)
  await loadMembers(
    session,
    crawls,
    distinct(
      fresh.flatMap(({ batch, item: { role, family } }) =>
        family ? [{ batch, hash: familyHash(role, family) }] : [],
      ),
    ),
  )
  const ended = endings.map(({ of, ended: { item } }) => ({ batch: of.num, url: item.parameters.url }))
  const found = fresh.flatMap(({ batch, item: { role, scope, parameters } }) =>
    role === 'page' && scope !== null ? [{ batch, url: parameters.url }] : [],
  )
  const keys = [...ended, ...found].map(({ batch, url }) => ({ batch, ...prepared.familyKeysOf(url) }))
  const families = await loadTree(session, crawls, keys)
  await loadHeld(session, crawls, heldOf(crawls, families.slice(0, ended.length)))
}

function distinct<T extends { readonly batch: number; readonly hash: string }>(hashes: readonly T[]): T[] {
  return [...new Map(hashes.map((one) => [`${one.batch} ${one.hash}`, one])).values()]
}

/** Loads the nodes on the way to these families, level by level. Returns the number of each family's node, if it has one. */
async function loadTree(
  session: Session,
  crawls: LoadedCrawls,
  keys: readonly OfCrawl<FamilyKeys>[],
): Promise<readonly OfCrawl<{ readonly family: number | null }>[]> {
  let parents: readonly (number | null)[] = keys.map(() => NO_PARENT)
  for (const level of ['host', 'section', 'family'] as const) {
    const places = keys.flatMap(({ batch, [level]: hash }, at) => {
      const parent = parents[at] ?? null
      return parent === null
        ? []
        : [
            { batch, parent, hash },
            { batch, parent, hash: OTHERS },
          ]
    })
    await loadNodes(session, crawls, distinctPlaces(places))
    await loadCounts(session, crawls, missingCounts(crawls, places))
    parents = keys.map(({ batch, [level]: hash }, at) => nodeAt(crawls, batch, parents[at] ?? null, hash))
  }
  return keys.map(({ batch }, at) => ({ batch, family: parents[at] ?? null }))
}

function distinctPlaces(places: readonly OfCrawl<NodePlace>[]): OfCrawl<NodePlace>[] {
  return [...new Map(places.map((place) => [`${place.batch} ${placeKey(place)}`, place])).values()]
}

/** The parents that may get a member. */
function missingCounts(
  crawls: LoadedCrawls,
  places: readonly OfCrawl<NodePlace>[],
): OfCrawl<{ parent: number }>[] {
  const missing = places.filter(({ batch, parent, hash }) => {
    const crawl = crawls.get(batch)
    return (
      hash !== OTHERS && crawl?.places.get(placeKey({ parent, hash })) === null && !crawl.counts.has(parent)
    )
  })
  return [...new Map(missing.map(({ batch, parent }) => [`${batch} ${parent}`, { batch, parent }])).values()]
}

/** Where a parent is full, an address belongs to the node for all others. */
function nodeAt(crawls: LoadedCrawls, batch: number, parent: number | null, hash: string): number | null {
  if (parent === null) return null
  const places = crawls.get(batch)?.places
  return places?.get(placeKey({ parent, hash })) ?? places?.get(placeKey({ parent, hash: OTHERS })) ?? null
}

/** An ended page makes room for one held page, which may have two items; a family may have had more room. */
function heldOf(
  crawls: LoadedCrawls,
  families: readonly OfCrawl<{ readonly family: number | null }>[],
): OfCrawl<{ family: number; most: number }>[] {
  const ended = Map.groupBy(families, ({ batch, family }) => `${batch} ${family}`)
  return [...ended.values()].flatMap((ofFamily) => {
    const [{ batch, family } = { batch: 0, family: null }] = ofFamily
    const node = family === null ? undefined : crawls.get(batch)?.nodes.get(family)
    if (family === null || node === undefined || node.held === 0) return []
    const room = Math.max(0, crawlLimits.openOfFamily - node.open_items)
    return [{ batch, family, most: 2 * (ofFamily.length + room) + 2 }]
  })
}
