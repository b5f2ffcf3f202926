import { isObject } from '#shared/is-object.ts'
import type { FailureData, Outcome } from '#shared/messages/events/outcome.ts'
import { parseJson } from '#shared/messages/json.ts'
import type { AuditSiteFacts, PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import { decodeAuditFacts, decodePageFacts, decodeStatus } from '#shared/messages/payloads/site-facts-text.ts'
import { FAILED } from '#shared/messages/topics.ts'
import { errorStatusOf } from '#shared/operations/error-status.ts'
import type { Batch, Item } from '../../../frontier/frontier.ts'
import { siteAddress } from '../../../site/site-address.ts'
import { writeFound } from './records/found-record.ts'
import type { Intern } from './records/intern.ts'
import { type PageRecord, pageRecordOf, writeLinkTexts, writePage } from './records/page-record.ts'
import { auditRecordOf, type ResultRecord, writeResult } from './records/result-record.ts'
import { NumberWriter } from './records/varints.ts'
import type { StoredPage, siteTables } from './statements.ts'

type SiteTables = ReturnType<typeof siteTables>

/** The end of an item. */
export interface GatheredItem {
  /** Number of the batch. */
  readonly num: number
  readonly batch: Batch
  readonly item: Item
  readonly outcome: Outcome
  /** Number of the result line; null for an item that has none. */
  readonly n: number | null
}

/**
 * Adds ended items to what is known of their sites, within one write. Returns the page, when it is the first one of its
 * URL; null otherwise.
 */
export type GatherSite = (ended: GatheredItem) => PageSiteFacts | null

const writer = new NumberWriter()

/** No item has a higher number. */
const ANY_ITEM = Number.MAX_SAFE_INTEGER

/** Makes the gatherer of one write. */
export function makeGatherer(tables: SiteTables): GatherSite {
  const rules = new RuleWriter(tables)
  tables.texts.begin()
  return (ended) => {
    const { num, batch, item, outcome, n } = ended
    const intern: Intern = (text) => tables.texts.of(num, text)
    const internOwn: Intern = (text) => tables.texts.ofOwn(num, text)
    const address = siteAddress(batch)
    const { url: written } = item.parameters
    const url = intern(address(URL.parse(written)?.href ?? written))
    // Of several items with one URL the first one counts: an audited page of a crawl is read for its links as well.
    const isKnown = tables.hasPage(num, url, item.seq)
    const { siteFacts = '' } = outcome
    if (n !== null) {
      const audit = decodeAuditFacts(siteFacts)
      tables.insertResult(num, n, writeResult(writer, resultRecordOf(ended, url, audit, intern)))
      rules.add({ batch: num, n, item }, audit?.rules ?? [], intern)
    }
    const page = isKnown ? null : decodePageFacts(siteFacts)
    if (page === null) return null
    const isFirst = !tables.hasPage(num, url, ANY_ITEM)
    tables.insertPage(num, url, item.seq, storedPage(pageRecordOf(page, { intern, internOwn, address })))
    return isFirst ? page : null
  }
}

function resultRecordOf(
  { item, outcome }: GatheredItem,
  url: number,
  audit: AuditSiteFacts | null,
  intern: Intern,
): ResultRecord {
  return { ...endOf(outcome, intern), url, depth: item.depth, audit: audit && auditRecordOf(audit, intern) }
}

function storedPage(page: PageRecord): StoredPage {
  return { head: page.head, record: writePage(writer, page), linkTexts: writeLinkTexts(writer, page) }
}

/** What is known of a result without its page. */
function endOf(outcome: Outcome, intern: Intern): Omit<ResultRecord, 'url' | 'depth' | 'audit'> {
  const ms = answerTime(outcome.timing)
  if (outcome.topic !== FAILED)
    return { code: 0, reason: 0, status: decodeStatus(outcome.siteFacts ?? ''), ms }
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

/** The result of which rules are stored. */
interface AuditedResult {
  readonly batch: number
  readonly n: number
  readonly item: Item
}

/** Stores the rules that pages failed, what was found at each page, and an example of each rule for the first pages. */
class RuleWriter {
  readonly #tables: SiteTables
  /** By batch and rule: the last example that is kept, null while there is room. */
  readonly #last = new Map<string, { readonly url: string; readonly seq: number } | null>()

  constructor(tables: SiteTables) {
    this.#tables = tables
  }

  add({ batch, n, item }: AuditedResult, rules: AuditSiteFacts['rules'], intern: Intern): void {
    if (rules.length > 0) this.#tables.insertFound(batch, n, writeFound(rules))
    const { seq } = item
    const { url } = item.parameters
    for (const failed of rules) {
      const rule = intern(failed.id)
      const last = this.#lastOf(batch, rule, failed)
      if (last !== null && (url > last.url || (url === last.url && seq >= last.seq))) continue
      this.#last.set(`${batch} ${rule}`, this.#tables.insertExample({ batch, rule, url, seq }, failed))
    }
  }

  #lastOf(batch: number, rule: number, failed: AuditSiteFacts['rules'][number]) {
    const key = `${batch} ${rule}`
    const known = this.#last.get(key)
    if (known !== undefined) return known
    this.#tables.insertRule(batch, rule, failed)
    const last = this.#tables.lastExample(batch, rule)
    this.#last.set(key, last)
    return last
  }
}
