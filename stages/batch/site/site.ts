/** Lists of numbers, one for each page: those of page `p` are `values` from `start[p]` to `start[p + 1]`. */
export interface NumberLists {
  readonly start: Uint32Array
  readonly values: Int32Array
}

/** Why a page cannot be indexed. `none`: it can. */
export const notIndexableReasons = ['none', 'error', 'redirect', 'noindex', 'canonical', 'blocked'] as const
export type NotIndexableReason = (typeof notIndexableReasons)[number]

/**
 * The documents that were read, in the order of their URLs: one for each final URL, whichever URLs led to it. All arrays
 * have one entry for each. Texts are numbers, 0 = none; addresses are numbers from 0, -1 = none.
 */
export interface SitePages {
  readonly count: number
  readonly address: Int32Array
  readonly status: Uint16Array
  readonly isNoindex: Uint8Array
  /** robots.txt does not allow it. */
  readonly isDisallowed: Uint8Array
  /** Index of `notIndexableReasons`; `redirect` for a page that sends on at once. */
  readonly reason: Uint8Array
  readonly title: Uint32Array
  readonly description: Uint32Array
  readonly h1: Uint32Array
  readonly canonical: Int32Array
  readonly words: Uint32Array
  readonly bytes: Uint32Array
  /** Clicks from a start page; -1 where no followed link leads to it, and outside of crawls. */
  readonly depth: Int16Array
  /** Twice the address, plus 1 for a link that is not to be followed. In document order, repeated ones too. */
  readonly links: NumberLists
  /** hreflang (a text) and address, alternating. */
  readonly alternates: NumberLists
  /** Id of a node of the structured data, and what it is, alternating; texts. */
  readonly nodes: NumberLists
  /** Two halves of the digest of the main text; 0 and 0 = too short to compare. */
  readonly digest: Uint32Array
  /** `SIGNATURE_BYTES` of each page. */
  readonly signature: Uint8Array
}

/** The largest depth that is told apart. */
export const MAX_DEPTH = 32_767

/** Bytes of the signature of a main text. */
export const SIGNATURE_BYTES = 128

/** What came of requesting an address. */
export type AddressState =
  /** Nobody asked. */
  | 'unknown'
  /** It is that of a page. */
  | 'page'
  /** It redirects, by its status or by a page that sends on at once. */
  | 'redirect'
  /** It answers, and no page was read there. */
  | 'answered'
  /** A bot protection answers: nothing is known of the page behind it. */
  | 'challenged'
  | 'failed'
export const addressStates = ['unknown', 'page', 'redirect', 'answered', 'challenged', 'failed'] as const

/** The URLs that pages, links, sitemaps and references name. All arrays have one entry for each. */
export interface SiteAddresses {
  readonly count: number
  url(address: number): string
  /** Index of `addressStates`. */
  readonly state: Uint8Array
  /** The page that is there or where its redirects lead; -1 = none. */
  readonly page: Int32Array
  /** Of its own answer; 0 = not known. */
  readonly status: Uint16Array
  /** The address to which it redirects; -1 = it does not. */
  readonly next: Int32Array
  /** Text: the code of the failure, and its reason; 0 = none. */
  readonly code: Uint32Array
  readonly failureReason: Uint32Array
  /** It is on a host of the site. */
  readonly isInside: Uint8Array
  /** A sitemap lists it. */
  readonly isListed: Uint8Array
  /** The crawl or the list began with it. */
  readonly isSeed: Uint8Array
}

/**
 * The results, in order of their numbers, and behind them one for each final page of redirects that has no result of its own:
 * it has what the first URL that leads there found.
 */
export interface SiteResults {
  readonly count: number
  /** Number of the row: that of the result line; further ones behind them. */
  readonly n: Uint32Array
  /** Number of the result line with what was found. */
  readonly line: Uint32Array
  /** -1 for a URL that cannot be parsed. */
  readonly address: Int32Array
  /** As the crawl found it; -1 outside of crawls. */
  readonly depth: Int16Array
  /** Text: the code of a failure without a response; 0 = there was one. */
  readonly code: Uint32Array
  /** Of the response, as far as the result itself tells it; 0 = not known. */
  readonly status: Uint16Array
  /** -1 = not known. */
  readonly ms: Int32Array
  /** Score of the audit; -1 without. A URL that redirects has none: the audit is that of the final page. */
  readonly overall: Int8Array
  /** Rules of the audit that the page failed. */
  readonly issues: Uint16Array
}

/** All that was gathered about a site. Links, duplicates and depths are known only where pages' links were read. */
export interface Site {
  readonly pages: SitePages
  readonly addresses: SiteAddresses
  readonly results: SiteResults
  /** Whether links were gathered: true for crawls. */
  readonly hasLinks: boolean
  /** Whether sitemaps of the site were read, and list at least one URL. */
  readonly hasSitemaps: boolean
  /** Origins whose sitemaps were all read, at least one each; null = those of the start pages. */
  readonly sitemapOrigins: ReadonlySet<string> | null
  /** A text by its number. */
  text(id: number): string
  /** The text of a link: the `at`-th of its page. */
  linkText(page: number, at: number): string
}

/** Status of a page that can be indexed (Google, "HTTP status codes": 2xx is passed on to indexing). */
const isSuccess = (status: number) => status >= 200 && status <= 299

/** Decides for each page whether it can be indexed, and records the first reason why not. */
export function markReasons(site: Pick<Site, 'pages' | 'addresses'>): void {
  const { pages } = site
  for (let page = 0; page < pages.count; page++)
    pages.reason[page] = notIndexableReasons.indexOf(reasonOf(site, page))
}

const REDIRECT = addressStates.indexOf('redirect')

function reasonOf({ pages, addresses }: Pick<Site, 'pages' | 'addresses'>, page: number): NotIndexableReason {
  if (!isSuccess(pages.status[page] as number)) return 'error'
  if (addresses.state[pages.address[page] as number] === REDIRECT) return 'redirect'
  if (pages.isDisallowed[page] === 1) return 'blocked'
  if (pages.isNoindex[page] === 1) return 'noindex'
  const canonical = pages.canonical[page] as number
  return canonical >= 0 && canonical !== pages.address[page] ? 'canonical' : 'none'
}
