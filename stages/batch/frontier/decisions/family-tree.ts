import { crawlLimits } from '../../crawl/crawl-limits.ts'
import { addressFamilies } from '../../crawl/families/address-families.ts'
import type { FamilyKeys, FamilyNodes, FamilyRow } from './decision-tables.ts'
import { digest } from './digest.ts'

/** The parent of hosts. */
export const NO_PARENT = 0
/** The hash of the node that stands for all members of a node beyond the most. */
export const OTHERS = digest('*')

/** Returns the hashes of an address as `crawlAddress` gives it. */
export function familyKeys(address: string): FamilyKeys {
  const { host, section, family } = addressFamilies(address)
  return { host: digest(host), section: digest(section), family: digest(family) }
}

/** Returns the family of an address, which is added when it is new. */
export function findFamily(nodes: FamilyNodes, batch: number, address: string): FamilyRow {
  const keys = nodes.keysOf(address)
  const host = nodeOf(nodes, batch, NO_PARENT, keys.host, crawlLimits.hosts)
  const section = nodeOf(nodes, batch, host, keys.section, crawlLimits.sectionsOfHost)
  return nodes.family(nodeOf(nodes, batch, section, keys.family, crawlLimits.familiesOfSection))
}

/** Finds or adds a node. A parent with the most members gets one more, for all others. */
function nodeOf(nodes: FamilyNodes, batch: number, parent: number, hash: string, most: number): number {
  const known = nodes.find(batch, parent, hash)
  if (known !== undefined) return known
  if (nodes.count(batch, parent) < most) return nodes.insert(batch, parent, hash)
  return nodes.find(batch, parent, OTHERS) ?? nodes.insert(batch, parent, OTHERS)
}
