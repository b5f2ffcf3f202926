import type { PageSiteFacts } from '#shared/messages/payloads/site-facts.ts'
import { encodePageFacts } from '#shared/messages/payloads/site-facts-text.ts'
import type { Completion } from '#stages/batch/frontier/frontier.ts'

/**
 * A site of pages with 50 links each: shared navigation, a section, neighbours, and the faults of real sites. Its addresses
 * are numbered: first the pages, then old addresses that redirect, then those that are gone.
 */
export interface LinkedSite {
  readonly origin: string
  readonly pages: number
}

const NAVIGATION = 12
const SECTION = 24
const NEIGHBOURS = 10
const SECTION_PAGES = 500
/** One page in so many has an old address. */
const OLD_EVERY = 50
/** So many pages link to the same address that is gone, or to the same other site. */
const GONE_EVERY = 200
const OTHER_SITES = 1000

const pathOf = (page: number) => `/section-${Math.floor(page / SECTION_PAGES)}/page-${page}.html`
const oldPathOf = (old: number) => `/old/${old}.html`
const gonePathOf = (gone: number) => `/gone/${gone}.html`

const oldCount = ({ pages }: LinkedSite) => Math.ceil(pages / OLD_EVERY)
const goneCount = ({ pages }: LinkedSite) => Math.ceil(pages / GONE_EVERY)

/** How many addresses a crawl of the site inspects. */
export function addressCount(site: LinkedSite): number {
  return site.pages + oldCount(site) + goneCount(site)
}

/** The URL of an address, from 0. */
export function addressUrl(site: LinkedSite, address: number): string {
  const old = address - site.pages
  const gone = old - oldCount(site)
  if (old < 0) return site.origin + pathOf(address)
  return site.origin + (gone < 0 ? oldPathOf(old) : gonePathOf(gone))
}

/** The page that an address leads to; null for one that is gone. */
function pageOf(site: LinkedSite, address: number): number | null {
  if (address < site.pages) return address
  const old = address - site.pages
  return old < oldCount(site) ? old * OLD_EVERY : null
}

interface Link {
  readonly url: string
  readonly text: string
  readonly isNofollow: boolean
}

/** The links of a page, in the order of its text. */
function linksOf(site: LinkedSite, page: number): Link[] {
  const section = Math.floor(page / SECTION_PAGES) * SECTION_PAGES
  const inside = (path: string, text: string): Link => ({ url: site.origin + path, text, isNofollow: false })
  const to = (target: number) => inside(pathOf(target % site.pages), `Read on: page ${target % site.pages}`)
  const old = Math.floor(page / OLD_EVERY)
  return [
    ...Array.from({ length: NAVIGATION }, (_, at) => inside(pathOf(at % site.pages), `Menu entry ${at}`)),
    ...Array.from({ length: SECTION }, (_, at) => to(section + at * 20)),
    ...Array.from({ length: NEIGHBOURS }, (_, at) => to(page + at + 1)),
    inside(oldPathOf(old), 'As we reported'),
    { ...to(page + 50), isNofollow: page % 100 === 9 },
    inside(gonePathOf(Math.floor(page / GONE_EVERY)), 'More on this'),
    { url: otherSite(page % OTHER_SITES), text: 'A source', isNofollow: false },
  ]
}

const otherSite = (number: number) => `http://other-${number}.example/source.html`

/** URLs of other sites to which pages link. */
export function otherSites({ pages }: LinkedSite): string[] {
  return Array.from({ length: Math.min(pages, OTHER_SITES) }, (_, number) => otherSite(number))
}

const titleOf = (page: number) =>
  page % 100 === 0 ? `Title of group ${page % 1000}` : `The title of page ${page} of a large site`
const descriptionOf = (page: number) =>
  page % 150 === 0 ? 'Welcome to our large site' : `What page ${page} of a large site is about`
const headingOf = (page: number) => (page % 80 === 0 ? 'News' : `The heading of page ${page}`)

/** Pseudo-random bytes; some pages have nearly those of the page before. */
function signatureOf(page: number): Buffer {
  const isNear = page % 100 === 1
  let state = isNear ? page : page + 1
  const bytes = Array.from({ length: 128 }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  })
  return Buffer.from(isNear ? bytes.fill(0, 0, 5) : bytes)
}

function factsOf(site: LinkedSite, page: number): PageSiteFacts {
  const url = addressUrl(site, page)
  const text = page % 200 === 2 ? page - 1 : page
  return {
    finalUrl: url,
    status: 200,
    redirects: [],
    isBlocked: false,
    title: titleOf(page),
    description: descriptionOf(page),
    h1: headingOf(page),
    canonical: page % 400 === 5 ? addressUrl(site, page - 1) : page % 3 === 0 ? null : url,
    isNoindex: page % 50 === 7,
    isAllowed: true,
    alternates:
      page % 10 === 0 ? [{ hreflang: 'de', url: addressUrl(site, Math.min(page + 1, site.pages - 1)) }] : [],
    links: linksOf(site, page),
    nodes: [
      { id: `${site.origin}/#organization`, what: 'Organization: A large site' },
      { id: `${url}#webpage`, what: `WebPage: ${titleOf(page)}` },
    ],
    words: 700,
    bytes: 60_000,
    text: {
      digest: (text + 1).toString(16).padStart(16, '0'),
      signature: signatureOf(text).toString('base64'),
    },
  }
}

/** The page that answers for those that are gone. */
function goneFacts(site: LinkedSite, address: number): PageSiteFacts {
  const texts = { title: 'Not found', description: null, h1: 'Not found', canonical: null, text: null }
  const lists = { links: linksOf(site, 0).slice(0, NAVIGATION), alternates: [], nodes: [] }
  return { ...factsOf(site, 0), finalUrl: addressUrl(site, address), status: 404, ...texts, ...lists }
}

/** One gone address in so many does not answer. */
const SILENT_EVERY = 4
const TIMING = 'fetch;dur=12'

/** How the inspection of an address ends; with or without the facts for a report on the site. */
export function endOf(site: LinkedSite, address: number, hasFacts: boolean): Omit<Completion, 'id'> {
  const url = addressUrl(site, address)
  const page = pageOf(site, address)
  const request = { operation: 'metadata', parameters: { url }, url }
  if (page === null && address % SILENT_EVERY === 0) {
    const failure = {
      stage: 'fetch',
      code: 'URL_UNREACHABLE',
      details: { url, reason: 'connection_timeout' },
    }
    const json = JSON.stringify({ ...request, ...failure })
    return { outcome: { topic: 'inspection.failed', timing: TIMING, json, dataref: null } }
  }
  const facts = page === null ? goneFacts(site, address) : factsOf(site, page)
  const json = JSON.stringify({ ...request, result: { title: facts.title } })
  const outcome = { topic: 'result.metadata', timing: TIMING, json, dataref: null } as const
  if (!hasFacts) return { outcome }
  const redirects = facts.finalUrl === url ? [] : [{ url, status: 301 }]
  return { outcome, siteFacts: encodePageFacts({ ...facts, redirects }) }
}

const WORDS = 'Some words that a reader would read before going on to the next page of the site. '

/** What the site answers at a path: a page of about 12 KB, a redirect, or null for what is gone. */
export function answerOf(
  site: LinkedSite,
  path: string,
): { readonly html: string } | { readonly to: string } | null {
  const [, kind, number = '0'] = /^\/(section|old)\b.*?(\d+)\.html$/.exec(path) ?? []
  if (path !== '/' && kind === undefined) return null
  if (kind === 'old') return { to: pathOf(Number(number) * OLD_EVERY) }
  return { html: htmlOf(site, Number(number)) }
}

function htmlOf(site: LinkedSite, page: number): string {
  const links = linksOf(site, page).map(
    ({ url, text, isNofollow }) =>
      `<li><a href="${url}"${isNofollow ? ' rel="nofollow"' : ''}>${text}</a></li>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${titleOf(page)}</title>
<link rel="canonical" href="${addressUrl(site, page)}"><meta name="description" content="${descriptionOf(page)}"></head>
<body><nav>${links.slice(0, NAVIGATION).join('\n')}</nav>
<main><h1>${headingOf(page)}</h1><p>${`${WORDS}${page} `.repeat(80)}</p><ul>${links.slice(NAVIGATION).join('\n')}</ul></main>
</body></html>`
}
