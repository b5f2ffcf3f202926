import type { FailedPageRule, PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import { writeFound } from '../../site/records/found-record.ts'
import { type StoredPage, storedPage } from '../../site/records/page-record.ts'
import { writeResult } from '../../site/records/result-record.ts'
import { NumberWriter } from '../../site/records/varints.ts'
import type { Item } from '../frontier.ts'
import type { SiteFindings } from './site-findings.ts'

/** The tables about the site of a batch, within one write. */
export interface SiteTables {
  /** Whether the page of this item, or of an earlier one, is stored for the URL. */
  hasPage(batch: number, url: number, seq: number): boolean
  /** Stores a page. Of several items with one URL, the first one counts. */
  insertPage(batch: number, url: number, seq: number, page: StoredPage): void
  /** Stores the record of a result line, see `writeResult`. */
  insertResult(batch: number, n: number, record: Uint8Array): void
  /** Stores what the audit of a result found, see `writeFound`. */
  insertFound(batch: number, n: number, record: Uint8Array): void
}

/** A rule that a page failed. `rule`: number of its id. */
export interface FailedRule {
  readonly batch: number
  readonly rule: number
  /** Of the page, and its item. */
  readonly url: string
  readonly seq: number
  readonly failed: FailedPageRule
}

/** The end of an item. */
export interface GatheredItem {
  /** Number of the batch. */
  readonly num: number
  readonly item: Item
  /** Number of the result line; null for an item that has none. */
  readonly n: number | null
  readonly findings: SiteFindings
}

const writer = new NumberWriter()

/** No item has a higher number. */
const ANY_ITEM = Number.MAX_SAFE_INTEGER

/**
 * Adds an ended item to what is known of its site. `addRule` stores a failed rule, and an example of it for the first pages.
 * Returns the page, when it is the first one of its URL; null otherwise.
 */
export function gatherSite(
  tables: SiteTables,
  { num, item, n, findings }: GatheredItem,
  addRule: (failed: FailedRule) => void,
): PageSiteFacts | null {
  const { url } = findings
  const { seq } = item
  // Of several items with one URL the first one counts: an audited page of a crawl is read for its links as well.
  const isKnown = tables.hasPage(num, url, seq)
  if (n !== null) {
    const { record, audit } = findings.result()
    tables.insertResult(num, n, writeResult(writer, record))
    const rules = audit?.rules ?? []
    if (rules.length > 0) tables.insertFound(num, n, writeFound(rules))
    for (const [at, failed] of rules.entries()) {
      const rule = record.audit?.rules[at]?.[0] ?? 0
      addRule({ batch: num, rule, url: item.parameters.url, seq, failed })
    }
  }
  const page = isKnown ? null : findings.page()
  if (page === null) return null
  const isFirst = !tables.hasPage(num, url, ANY_ITEM)
  tables.insertPage(num, url, seq, storedPage(writer, page.record))
  return isFirst ? page.facts : null
}
