import type { FailedPageRule, PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import {
  type EndedItem,
  type FailedRule,
  findingsOf,
  gatherSite,
} from '../../../frontier/decisions/gather-site.ts'
import type { Batch } from '../../../frontier/frontier.ts'
import type { siteTables } from './statements.ts'

type SiteTables = ReturnType<typeof siteTables>

/** The end of an item. */
export interface GatheredItem extends EndedItem {
  /** Number of the batch. */
  readonly num: number
  readonly batch: Batch
  /** Number of the result line; null for an item that has none. */
  readonly n: number | null
}

/**
 * Adds ended items to what is known of their sites, within one write. Returns the page, when it is the first one of its
 * URL; null otherwise.
 */
export type GatherSite = (ended: GatheredItem) => PageSiteFacts | null

/** Makes the gatherer of one write. */
export function makeGatherer(tables: SiteTables): GatherSite {
  const addRule = ruleWriter(tables)
  const { texts } = tables
  texts.begin()
  return ({ num, batch, item, outcome, siteFacts, n }) => {
    const intern = (text: string) => texts.of(num, text)
    const internOwn = (text: string) => texts.ofOwn(num, text)
    const findings = findingsOf(batch, { item, outcome, siteFacts }, { intern, internOwn })
    return gatherSite(tables, { num, item, n, findings }, addRule)
  }
}

/** The last example of a rule that is kept, null while there is room. */
type LastExample = { readonly url: string; readonly seq: number } | null

/** Stores the rules that pages failed, and an example of each for the first pages. */
function ruleWriter(tables: SiteTables): (failed: FailedRule) => void {
  const lastOfRule = new Map<string, LastExample>()

  function lastOf(batch: number, rule: number, failed: FailedPageRule): LastExample {
    const key = `${batch} ${rule}`
    const known = lastOfRule.get(key)
    if (known !== undefined) return known
    tables.insertRule(batch, rule, failed)
    const last = tables.lastExample(batch, rule)
    lastOfRule.set(key, last)
    return last
  }

  return ({ batch, rule, url, seq, failed }) => {
    const last = lastOf(batch, rule, failed)
    if (last !== null && (url > last.url || (url === last.url && seq >= last.seq))) return
    lastOfRule.set(`${batch} ${rule}`, tables.insertExample({ batch, rule, url, seq }, failed))
  }
}
