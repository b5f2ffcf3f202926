import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { parseJson } from '#shared/messages/json.ts'
import {
  type AuditSiteFacts,
  auditSiteFacts,
  type PageRefresh,
  type PageSiteFacts,
  pageSiteFacts,
  siteFactLimits,
} from './site-facts.ts'

/**
 * The facts that an outcome carries for the report on a site, as a text for a header: a line about the page, and one about
 * its audit, if it has one. A line is JSON, deflated and in base64 where it is long.
 */

/** Shorter JSON stays as it is: to compress it takes more processor time than to read the page for it. Some 250 links. */
const MAX_PLAIN_CHARS = 16_384
/** Fast compression: most of a line are URLs that are alike. */
const LEVEL = 1
/** Characters of a line: with an inline result both fit into a record. */
const MAX_PAGE_CHARS = 98_304
const MAX_AUDIT_CHARS = 32_768
/** Bytes of a line, uncompressed: more than the limits of the facts allow together, and no bomb. */
const MAX_BYTES = 8 * 1024 * 1024

/** A list of texts, checked at once: a page has hundreds. */
const texts = (maxChars: number) =>
  z.custom<string[]>(
    (value) =>
      Array.isArray(value) &&
      value.length <= siteFactLimits.links &&
      value.every((text) => typeof text === 'string' && text.length <= maxChars),
  )

/** The links of a page: each URL beside its text, those of the page's own origin without it. */
const links = z.object({
  urls: texts(siteFactLimits.urlChars),
  texts: texts(siteFactLimits.textChars),
  /** Places of the links that are not to be followed. */
  nofollow: z.array(z.int()).max(siteFactLimits.links),
})
const pageLine = pageSiteFacts.extend({ links })

/** The facts of a page as a text. Of lists that do not fit the first half is kept, as often as necessary. */
export function encodePageFacts(page: PageSiteFacts): string {
  const line = pack({ ...page, links: packedLinks(page) } satisfies z.infer<typeof pageLine>)
  const { links, alternates, nodes } = page
  if (line.length <= MAX_PAGE_CHARS || links.length + alternates.length + nodes.length === 0) return line
  const lists = { links: firstHalf(links), alternates: firstHalf(alternates), nodes: firstHalf(nodes) }
  return encodePageFacts({ ...page, ...lists })
}

/**
 * The text of a page's facts with those of its audit. Where that is too long, it has no evidence; where it is still too long,
 * no examples of the rules either.
 */
export function withAuditFacts(pageText: string, audit: AuditSiteFacts): string {
  const line = packedIfShort(audit) ?? packedIfShort(withoutEvidence(audit)) ?? pack(withoutExamples(audit))
  return `${pageText}\n${line}`
}

function packedIfShort(audit: AuditSiteFacts): string | null {
  const line = pack(audit)
  return line.length <= MAX_AUDIT_CHARS ? line : null
}

function withoutEvidence(audit: AuditSiteFacts): AuditSiteFacts {
  return { ...audit, rules: audit.rules.map((rule) => ({ ...rule, evidence: [] })) }
}

function withoutExamples(audit: AuditSiteFacts): AuditSiteFacts {
  const none = { selector: null, snippet: null, message: '', evidence: [] }
  return { ...audit, rules: audit.rules.map((rule) => ({ ...rule, ...none })) }
}

/** The facts of the page in a text that anybody may have written; null when they cannot be read. Never throws. */
export function decodePageFacts(text: string): PageSiteFacts | null {
  const [line = ''] = text.split('\n', 1)
  const { data } = pageLine.safeParse(unpack(line))
  const links = data === undefined ? null : unpackedLinks(data)
  return data === undefined || links === null ? null : { ...data, links }
}

/** What a page says of where it sends on, beside its own URL. */
export interface SendsOn {
  readonly finalUrl: string
  readonly refresh: PageRefresh
}

/** Where the page in such a text sends on; null when it does not, or cannot be read. Cheap for most pages. Never throws. */
export function decodeRefresh(text: string): SendsOn | null {
  const isPlain = text.startsWith('{')
  if (text === '' || (isPlain && !text.includes('"refresh":{'))) return null
  const page = decodePageFacts(text)
  return page?.refresh === undefined ? null : { finalUrl: page.finalUrl, refresh: page.refresh }
}

/** The status of a response as a text of facts, where nothing else is known of the page. */
export function encodeStatus(status: number): string {
  return JSON.stringify({ status })
}

/** The status that `encodeStatus` wrote; null for any other text. */
export function decodeStatus(text: string): number | null {
  const [, status] = /^\{"status":([1-5]\d\d)\}$/.exec(text) ?? []
  return status === undefined ? null : Number(status)
}

/** The facts of the audit in such a text; null when there are none, or none that can be read. Never throws. */
export function decodeAuditFacts(text: string): AuditSiteFacts | null {
  const end = text.indexOf('\n')
  return end === -1 ? null : (auditSiteFacts.safeParse(unpack(text.slice(end + 1))).data ?? null)
}

function firstHalf<Entry>(list: readonly Entry[]): Entry[] {
  return list.slice(0, list.length >> 1)
}

function pack(value: unknown): string {
  const json = JSON.stringify(value)
  return json.length <= MAX_PLAIN_CHARS ? json : deflateRawSync(json, { level: LEVEL }).toString('base64')
}

/** Undefined for a line that `pack` has not written. */
function unpack(line: string): unknown {
  if (line.startsWith('{')) return parseJson(line)
  try {
    return parseJson(inflateRawSync(Buffer.from(line, 'base64'), { maxOutputLength: MAX_BYTES }).toString())
  } catch {
    return undefined
  }
}

/** The origin of a URL with a path; '' for one that is no usual URL. */
function originOf(url: string): string {
  return /^https?:\/\/[^/?#]{1,300}(?=\/)/.exec(url)?.[0] ?? ''
}

function packedLinks({ finalUrl, links }: PageSiteFacts): z.infer<typeof pageLine>['links'] {
  const origin = originOf(finalUrl)
  const root = `${origin}/`
  return {
    urls: links.map(({ url }) => (url.startsWith(root) ? url.slice(origin.length) : url)),
    texts: links.map(({ text }) => text),
    nofollow: links.flatMap(({ isNofollow }, at) => (isNofollow ? [at] : [])),
  }
}

/** Null unless each URL is one, and has a text. */
function unpackedLinks({ finalUrl, links }: z.infer<typeof pageLine>): PageSiteFacts['links'] | null {
  const { urls, texts, nofollow } = links
  const origin = originOf(finalUrl)
  const notFollowed = new Set(nofollow)
  const unpacked = urls.map((url, at) => ({
    url: url.startsWith('/') ? origin + url : url,
    text: texts[at] ?? '',
    isNofollow: notFollowed.has(at),
  }))
  return urls.length === texts.length && unpacked.every(({ url }) => isUrl(url)) ? unpacked : null
}

function isUrl(url: string): boolean {
  return url.length <= siteFactLimits.urlChars && /^https?:\/\//.test(url)
}
