import { isObject } from '#shared/is-object.ts'
import type { FailureData, Outcome } from '#shared/messages/events/outcome.ts'
import { parseJson } from '#shared/messages/json.ts'
import type { AuditSiteFacts, FailedPageRule, PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import { decodeAuditFacts, decodePageFacts, decodeStatus } from '#shared/messages/payloads/site-facts-text.ts'
import { FAILED } from '#shared/messages/topics.ts'
import { errorStatusOf } from '#shared/operations/error-status.ts'
import { siteAddress } from '../../crawl/normalize-address.ts'
import {
  type Intern,
  type PageRecord,
  pageRecordOf,
  type StoredPage,
  storedPage,
} from '../../site/records/page-record.ts'
import {
  auditRecordOf,
  type ResultRecord,
  writeFound,
  writeResult,
} from '../../site/records/result-record.ts'
import { NumberWriter } from '../../site/records/varints.ts'
import type { Batch, Item } from '../frontier.ts'

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
interface GatheredItem {
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

/** The end of an item. */
export interface EndedItem {
  readonly item: Item
  readonly outcome: Outcome
  /** As in `Completion`; '' without facts. */
  readonly siteFacts: string
  /** As in `Completion`. */
  readonly value?: string
}

/** The numbers of texts. `internOwn` is for texts that hardly any other page has, such as a title. */
interface TextNumbers {
  readonly intern: Intern
  readonly internOwn: Intern
}

/** What an ended item says about the site of its batch. Texts are numbers. */
export interface SiteFindings {
  /** The URL by which the report knows the page. */
  readonly url: number
  /** Of an item with a result line. */
  result(): { readonly record: ResultRecord; readonly audit: AuditSiteFacts | null }
  /** Null when nothing is known of the page. */
  page(): { readonly record: PageRecord; readonly facts: PageSiteFacts } | null
}

/** Reads what an ended item says. Its facts are read when they are asked for. */
export function findingsOf(batch: Batch, ended: EndedItem, { intern, internOwn }: TextNumbers): SiteFindings {
  const { item, outcome, siteFacts } = ended
  const address = siteAddress(batch)
  const { url: written } = item.parameters
  const url = intern(address(URL.parse(written)?.href ?? written))
  return {
    url,
    result() {
      const audit = decodeAuditFacts(siteFacts)
      const end = endOf(outcome, siteFacts, intern)
      return {
        audit,
        record: { ...end, url, depth: item.depth, audit: audit && auditRecordOf(audit, intern) },
      }
    },
    page() {
      const facts = decodePageFacts(siteFacts)
      return facts && { facts, record: pageRecordOf(facts, { intern, internOwn, address }) }
    },
  }
}

/** What is known of a result without its page. */
function endOf(
  outcome: Outcome,
  siteFacts: string,
  intern: Intern,
): Omit<ResultRecord, 'url' | 'depth' | 'audit'> {
  const ms = answerTime(outcome.timing)
  if (outcome.topic !== FAILED) return { code: 0, reason: 0, status: decodeStatus(siteFacts), ms }
  const failure = parseJson(outcome.json) as Partial<FailureData> | undefined
  const details = isObject(failure?.details) ? failure.details : {}
  return {
    code: intern(typeof failure?.code === 'string' ? failure.code : 'INTERNAL_ERROR'),
    reason: typeof details.reason === 'string' ? intern(details.reason) : 0,
    status: isStatus(details.status_code) ? details.status_code : errorStatusOf(failure?.details),
    ms,
  }
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599
}

/** The time of the fetch in a `Server-Timing` text, in whole milliseconds. */
function answerTime(timing: string): number | null {
  const [, ms] = /(?:^|,\s*)fetch;dur=(\d{1,9})/.exec(timing) ?? []
  return ms === undefined ? null : Number(ms)
}
