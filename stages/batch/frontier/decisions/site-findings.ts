import { isObject } from '#shared/is-object.ts'
import type { FailureData, Outcome } from '#shared/messages/events/outcome.ts'
import { parseJson } from '#shared/messages/json.ts'
import type { AuditSiteFacts, PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import { decodeAuditFacts, decodePageFacts, decodeStatus } from '#shared/messages/payloads/site-facts-text.ts'
import { FAILED } from '#shared/messages/topics.ts'
import { errorStatusOf } from '#shared/operations/error-status.ts'
import type { Intern } from '../../site/records/intern.ts'
import { type PageRecord, pageRecordOf } from '../../site/records/page-record.ts'
import { auditRecordOf, type ResultRecord } from '../../site/records/result-record.ts'
import { siteAddress } from '../../site/site-address.ts'
import type { Batch, Item } from '../frontier.ts'

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
export interface TextNumbers {
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
