import { printable } from '#gateway/cli/printable.ts'
import { csvCell, csvText } from '#gateway/csv/csv-text.ts'
import { decodePageFacts } from '#shared/messages/payloads/site-facts-text.ts'
import { charsetParameter } from '#shared/web/html/charset.ts'
import { parseLinkHeader } from '#shared/web/html/link-header.ts'
import { matchRobots } from '#shared/web/robots/match-robots.ts'
import { robotsText } from '#shared/web/robots/robots-text.ts'
import { parseRobotsTxt } from '#shared/web/robots/robots-txt.ts'
import { discover } from '#stages/batch/crawl/discover.ts'
import { addressFamilies } from '#stages/batch/crawl/families/address-families.ts'
import { familyContentOf, recognize } from '#stages/batch/crawl/families/family-content.ts'
import { crawlAddress } from '#stages/batch/crawl/normalize-address.ts'
import { isCalendarView } from '#stages/batch/crawl/spider-traps.ts'
import type { Batch, Item } from '#stages/batch/frontier/frontier.ts'
import { completedJson } from '#stages/extract/metadata/resolve-lookups.ts'
import type { ReadPage } from '#stages/extract/parser.worker.ts'
import { makeCookieJar } from '#stages/fetch/http/cookies.ts'
import { fieldTokens, headerFields } from '#stages/fetch/http/message/header-fields.ts'
import { isHtml } from '#stages/fetch/http/message/media-type.ts'
import { redirectTarget } from '#stages/fetch/http/redirects.ts'
import type { HostilePage } from './hostile-page.ts'

/** What threads that others share do with headers of a page. Each field is read as every kind of field. */
export function readHeaders({ headers, url }: HostilePage): void {
  const location = new URL(url)
  for (const [name, value] of Object.entries(headers)) {
    const fields = headerFields([name, value, 'location', value])
    isHtml(value, Buffer.from(value, 'latin1'))
    charsetParameter(value)
    fieldTokens(fields, name)
    parseLinkHeader(value)
    redirectTarget(301, fields, location)
    const jar = makeCookieJar()
    jar.store(location, [value, ...(value.match(/.{1,2000}/g) ?? [])])
    jar.header(location)
  }
}

const crawl: Batch = {
  id: 'b1',
  state: 'running',
  createdAt: Date.parse('2026-03-01T12:00:00Z'),
  operation: 'seo-audit',
  parameters: {},
  crawl: {
    scope: 'domain',
    maxDepth: null,
    maxPages: 1000,
    maxMinutes: null,
    include: ['*a*e*', '/*1*a'],
    exclude: ['*a*a*a*b', '/*/x*/*y'],
  },
  sitemaps: [],
  owner: null,
}

/** What the frontier of a crawl does with the outcome of a page: its links, their families, and its content. */
export function followPage({ url }: HostilePage, reading: ReadPage): void {
  const item: Item = {
    batch: 'b1',
    seq: 1,
    parameters: { url },
    depth: 0,
    from: null,
    role: 'discovery',
    scope: null,
  }
  const result = completedJson(reading, { canonicalStatus: 200, dominantColor: null })
  const json = `{"operation":"metadata","parameters":{},"url":${JSON.stringify(url)},"result":${result}}`
  const { items, done } = discover(crawl, item, { topic: 'result.metadata', timing: '', json, dataref: null })
  for (const { parameters } of [...items, ...done]) {
    addressFamilies(parameters.url)
    isCalendarView(new URL(parameters.url))
  }
  const page = decodePageFacts(reading.siteFacts ?? '')
  if (page === null) return
  for (const { url: linked } of page.links) crawlAddress(linked)
  const isDated = isCalendarView(new URL(page.finalUrl))
  const content = familyContentOf(page, isDated)
  recognize(Buffer.concat(Array.from({ length: 24 }, () => content)), content, isDated)
}

/** What is done with a robots.txt of a site. */
export function readRobots({ robotsTxt, url }: HostilePage): void {
  const file = parseRobotsTxt(Buffer.from(robotsTxt))
  for (const token of ['PageProbe', 'Googlebot']) matchRobots(file, token, url)
  robotsText(Buffer.from(robotsTxt, 'latin1'))
}

/** What writes the values of a result for people. */
export function writeResult(reading: ReadPage): void {
  csvText([Object.values(reading.values).map((json) => csvCell(JSON.parse(json)))])
  printable(Object.values(reading.values).join('\n'))
}
