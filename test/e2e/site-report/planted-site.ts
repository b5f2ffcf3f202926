import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CLOSED_PORT } from '#test/support/sites/closed-port.ts'
import { siteNames } from '#test/support/sites/site-names.ts'
import { htmlOf, type PlantedLink, type PlantedPage } from './planted-page.ts'
import { type Answer, type FoundItem, page, plants, SITE } from './plants.ts'

/** The site with all plants among clean pages, 500 in all. */
export interface PlantedSite {
  /** `http://planted.test:<port>`, without a trailing slash. */
  readonly origin: string
  /** Names and addresses, for EGRESS_HOSTS. */
  readonly hosts: string
  /** Items that each rule must find, with whole URLs. Rules that are missing find nothing. */
  readonly expected: Readonly<Record<string, readonly FoundItem[]>>
  /** Mends, breaks, adds or removes pages: by path; null = there is no such page. */
  change(pages: Readonly<Record<string, PlantedPage | null>>): void
  /** From now on pages answer in another order: each after a time of its own. */
  delayPages(): void
  close(): Promise<void>
}

export const PAGES = 500
/** That of its names. */
const ADDRESS = '127.0.0.2'
const SECTION = 24
/** Pages are delayed by one of so many times. */
const DELAYS = 5
const DELAY_MS = 8
const hubs = ['/hub/a', '/hub/b']

const plantedPages = plants.flatMap(({ pages = [] }) => pages)

const linkTo = (path: string): PlantedLink => ({ to: path, text: path.replace(/^http.*SITE_PORT/, '') })

/** Sections of pages that link to their section, and to the next and the one before in it. */
function cleanSections(count: number): PlantedPage[] {
  const items = Array.from(
    { length: count },
    (_, item) => `/s/${Math.floor(item / SECTION)}/${item % SECTION}`,
  )
  const sections = Map.groupBy(items, (path) => path.slice(0, path.lastIndexOf('/')))
  return [...sections].flatMap(([section, paths]) => [
    page(section, { links: paths.map(linkTo) }),
    ...paths.map((path, at) => {
      const around = [paths[(at + 1) % paths.length], paths.at(at - 1)] as string[]
      return page(path, { links: [section, ...around].map(linkTo) })
    }),
  ])
}

/** All pages: home, the two hubs that link to the planted ones, and clean ones. */
function allPages(): PlantedPage[] {
  const linked = plants.flatMap(({ pages = [], linked = pages.map(({ path }) => path) }) => linked)
  const sections = cleanPages(PAGES - plantedPages.length - 1 - hubs.length)
  const tops = sections.filter(({ path }) => path.lastIndexOf('/') === 2).map(({ path }) => path)
  const home: PlantedPage = { path: '/', links: [...hubs, ...tops].map(linkTo) }
  const hubPages = hubs.map((path) =>
    page(path, { links: [...hubs.filter((other) => other !== path), ...linked].map(linkTo) }),
  )
  return [home, ...hubPages, ...sections, ...plantedPages]
}

/** As many pages as asked for, sections included. */
function cleanPages(count: number): PlantedPage[] {
  const sections = Math.ceil(count / (SECTION + 1))
  return cleanSections(count - sections)
}

/** Opens the site and the other one that it links to. */
export async function openPlantedSite(): Promise<PlantedSite> {
  let delayOf = (_path: string) => 0
  const server = createServer((request, response) => {
    setTimeout(() => answer(request, response), delayOf(request.url ?? ''))
  })
  server.listen(0, ADDRESS)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const whole = (text: string) =>
    text.replaceAll('SITE_PORT', String(port)).replaceAll('CLOSED_PORT', String(CLOSED_PORT))
  const urlOf = (path: string) => whole(path.startsWith('/') ? SITE + path : path)
  const pages = new Map(allPages().map((one) => [urlOf(one.path), one]))
  const answers = new Map(
    plants.flatMap(({ answers = {} }) => Object.entries(answers)).map(([path, one]) => [urlOf(path), one]),
  )
  const clean = [...pages.values()].filter((one) => !plantedPages.includes(one)).map(({ path }) => path)
  const listed = [
    ...clean,
    ...plants.flatMap(({ pages: own = [], listed: paths = own.map(({ path }) => path) }) => paths),
  ]

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = `http://${request.headers.host}${request.url}`
    const found = pages.get(url)
    if (url === urlOf('/robots.txt')) {
      response.end(`User-agent: *\nDisallow: /blocked/\nSitemap: ${urlOf('/pages.xml')}\n`)
    } else if (url === urlOf('/pages.xml')) {
      response.setHeader('content-type', 'application/xml').end(urlset(listed.map(urlOf)))
    } else if (found !== undefined) {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(whole(htmlOf(found)))
    } else answerOtherwise(response, answers.get(url))
  }

  return {
    origin: whole(SITE),
    hosts: siteNames.planted,
    expected: expectedItems(urlOf),
    change(changed) {
      for (const [path, one] of Object.entries(changed)) {
        if (one === null) pages.delete(urlOf(path))
        else pages.set(urlOf(path), one)
      }
    },
    delayPages() {
      delayOf = (path) => (path.length % DELAYS) * DELAY_MS
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answerOtherwise(response: ServerResponse, answer: Answer | undefined): void {
  const { status, location } = answer ?? { status: 404 }
  response.writeHead(status, { 'content-type': 'text/html', ...(location !== undefined && { location }) })
  response.end('<title>.</title>')
}

function urlset(urls: readonly string[]): string {
  const entries = urls.map((url) => `<url><loc>${url}</loc></url>`).join('\n')
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`
}

/** The items of all plants by rule, in the order that the report has, with whole URLs. */
function expectedItems(urlOf: (path: string) => string): Record<string, FoundItem[]> {
  const expected: Record<string, FoundItem[]> = {}
  for (const [rule, items] of plants.flatMap(({ finds = {} }) => Object.entries(finds)))
    expected[rule] = [
      ...(expected[rule] ?? []),
      ...(items.map((item) => withUrls(item, urlOf)) as FoundItem[]),
    ]
  return expected
}

/** Paths become URLs; other texts stay. */
function withUrls(value: unknown, urlOf: (path: string) => string): unknown {
  if (typeof value === 'string') return /^(\/|http:)/.test(value) ? urlOf(value) : value
  if (Array.isArray(value)) return value.map((one) => withUrls(one, urlOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === 'text' ? one : withUrls(one, urlOf)]),
  )
}
