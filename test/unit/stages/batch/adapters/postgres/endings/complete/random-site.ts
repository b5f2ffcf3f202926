import { encodePageFacts, withAuditFacts } from '#shared/messages/payloads/site-facts-text.ts'
import { digest } from '#stages/batch/frontier/decisions/item-hash.ts'
import type { Completion, Item } from '#stages/batch/frontier/frontier.ts'
import { pageOutcome } from '../../../../crawl/crawl-fixture.ts'
import { auditFacts, failedRule, pageFacts } from '../../../sqlite/site/page-facts.ts'

export const ORIGIN = 'https://site.example'

/** A number below `limit` for a text; the same text gives the same one. */
export function numberFor(text: string, limit: number): number {
  return Number.parseInt(digest(text).slice(0, 12), 16) % limit
}

/** Letters: digits would be taken for what varies. */
const word = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

/** Addresses that a page links to: pages of their own, a trap whose pages are the same, lists by parameter, and other sections. */
function linksOf(seed: string, path: string): string[] {
  const pick = (at: number, limit: number) => numberFor(`${seed} ${path} ${at}`, limit)
  return Array.from({ length: 2 + pick(0, 12) }, (_, at) => {
    const number = pick(at + 1, 400)
    const kinds = [
      `/same/${number}`,
      `/same/${number}?page=${pick(at + 50, 9)}`,
      `/${word(number % 90)}/${word(number)}`,
      `/item/${number}`,
      `/list?page=${number}`,
      `/list?page=${number % 7}&sort=${word(number % 5)}`,
      `/${word(number % 90)}`,
    ]
    return ORIGIN + (kinds[pick(at + 100, kinds.length)] ?? '/')
  })
}

/** What a page of the site says of itself. Failures, redirects, errors and pages that are the same are among them. */
export function endOf(seed: string, item: Item, operation: string): Completion {
  const { url } = item.parameters
  const path = url.slice(ORIGIN.length)
  const kind = path === '/' ? 5 : numberFor(`${seed} kind ${path}`, 12)
  const id = `${item.batch}.${item.seq}`
  if (kind === 0) return { id, url, outcome: null }
  if (kind === 1) return { id, url, outcome: failureOf(url) }
  const finalUrl = kind === 2 ? `${ORIGIN}/moved/${numberFor(path, 30)}` : url
  const links = linksOf(seed, path)
  const title = path.startsWith('/same/')
    ? 'Same'
    : `Title of ${path.replace(/\d/g, (digit) => word(Number(digit)))}`
  const facts = encodePageFacts(
    pageFacts(finalUrl, {
      ...{ title, status: kind === 3 ? 404 : 200 },
      links: links.map((link) => ({ url: link, text: `To ${link.length}`, isNofollow: false })),
    }),
  )
  const outcome = pageOutcome(
    finalUrl,
    links.map((href) => ({ href, type: 'internal' })),
  )
  if (item.role === 'discovery' || operation === 'metadata') return { id, url, outcome, siteFacts: facts }
  const rules = ['one', 'two', 'three'].filter((rule) => numberFor(`${path} ${rule}`, 3) === 0)
  const audited = withAuditFacts(
    facts,
    auditFacts(
      numberFor(path, 100),
      rules.map((rule) => failedRule(rule)),
    ),
  )
  return { id, url, outcome: { ...outcome, topic: `result.${operation}` }, siteFacts: audited }
}

function failureOf(url: string) {
  const data = {
    operation: 'metadata',
    parameters: { url },
    url,
    stage: 'fetch',
    code: 'URL_UNREACHABLE',
    details: { reason: 'dns' },
  }
  return { topic: 'inspection.failed', timing: '', json: JSON.stringify(data), dataref: null }
}
