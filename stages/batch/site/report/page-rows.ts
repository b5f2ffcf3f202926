import type { SitePageRow } from '#shared/operations/results/site-report.ts'
import { nextPages } from '../graph/link-graph.ts'
import { linkScores } from '../graph/link-scores.ts'
import { urlOf } from '../rules/addresses.ts'
import type { AnalysedSite } from '../rules/site-rule.ts'

/** What a result says of the page at its URL. */
export type RowState = 'indexable' | 'not_indexable' | 'failed' | 'unknown'

/** The results of a site as rows, by their place in `results`. */
export class PageRows {
  readonly #site: AnalysedSite
  readonly #standIns: Int32Array
  #scores: Float64Array | null = null

  constructor(site: AnalysedSite) {
    this.#site = site
    this.#standIns = standInsOf(site)
  }

  get count(): number {
    return this.#site.results.count
  }

  /** The page that was read; -1 = none. */
  pageOf(at: number): number {
    const address = this.#addressOf(at)
    return address < 0 ? -1 : (this.#site.addresses.page[address] as number)
  }

  stateOf(at: number): RowState {
    const { results, pages } = this.#site
    if (results.code[at] !== 0) return 'failed'
    const page = this.pageOf(at)
    if (page < 0) return 'unknown'
    const isStandIn = this.#standIns[page] === results.address[at]
    return isStandIn && pages.reason[page] === 0 ? 'indexable' : 'not_indexable'
  }

  /** The status at the end of the redirects; null where there is none, or where it is not known. */
  statusOf(at: number): number | null {
    const { addresses, pages } = this.#site
    const page = this.pageOf(at)
    if (page >= 0) return pages.status[page] as number
    return addresses.status[this.#addressOf(at)] || null
  }

  depthOf(at: number): number | null {
    const { results, pages, hasLinks } = this.#site
    if (!hasLinks) return null
    const page = this.pageOf(at)
    const clicks = page < 0 ? -1 : (pages.depth[page] as number)
    return knownOrNull(clicks < 0 ? (results.depth[at] as number) : clicks)
  }

  /** The place of the first result with a number above this one. */
  placeAfter(n: number): number {
    const place = this.#site.results.n.findIndex((one) => one > n)
    return place < 0 ? this.count : place
  }

  row(at: number): SitePageRow {
    const { results } = this.#site
    const address = this.#addressOf(at)
    const { final_url, title, canonical, words, bytes } = this.#documentOf(this.pageOf(at))
    const { inlinks, outlinks, link_score } = this.#linksOf(at)
    const state = this.stateOf(at)
    const overall = knownOrNull(results.overall[at] as number)
    return {
      n: results.n[at] as number,
      url: address < 0 ? '' : urlOf(this.#site, address),
      final_url,
      status: this.statusOf(at),
      code: this.#textOrNull(results.code[at] as number),
      depth: this.depthOf(at),
      title,
      indexable: state === 'unknown' ? null : state === 'indexable',
      canonical,
      overall,
      issues: overall === null ? null : (results.issues[at] as number),
      ...{ inlinks, outlinks, link_score, words, bytes },
      ms: knownOrNull(results.ms[at] as number),
    }
  }

  #addressOf(at: number): number {
    return this.#site.results.address[at] as number
  }

  #documentOf(page: number): Pick<SitePageRow, 'final_url' | 'title' | 'canonical' | 'words' | 'bytes'> {
    if (page < 0) return { final_url: null, title: null, canonical: null, words: null, bytes: null }
    const { pages } = this.#site
    const canonical = pages.canonical[page] as number
    return {
      final_url: urlOf(this.#site, pages.address[page] as number),
      title: this.#textOrNull(pages.title[page] as number),
      canonical: canonical < 0 ? null : urlOf(this.#site, canonical),
      words: pages.words[page] as number,
      bytes: pages.bytes[page] as number,
    }
  }

  #linksOf(at: number): Pick<SitePageRow, 'inlinks' | 'outlinks' | 'link_score'> {
    const { graph, hasLinks } = this.#site
    if (!hasLinks) return { inlinks: null, outlinks: null, link_score: null }
    const page = this.pageOf(at)
    const inlinks = this.#inlinksOf(at, page)
    if (page < 0) return { inlinks, outlinks: null, link_score: null }
    this.#scores ??= linkScores(nextPages(this.#site, graph))
    return { inlinks, outlinks: graph.outlinks[page] as number, link_score: this.#scores[page] as number }
  }

  /** Of the page's own address too, where this one stands for it. */
  #inlinksOf(at: number, page: number): number {
    const { graph, pages } = this.#site
    const address = this.#addressOf(at)
    const isAlias = page >= 0 && this.#standIns[page] === address && pages.address[page] !== address
    return isAlias ? (graph.pageInlinks[page] as number) : (graph.inlinks[address] ?? 0)
  }

  #textOrNull(id: number): string | null {
    return id === 0 ? null : this.#site.text(id)
  }
}

/** Null for -1, which stands for what is not known. */
function knownOrNull(value: number): number | null {
  return value < 0 ? null : value
}

/**
 * By page: the address of the result that stands for it. That is its own, where it was inspected under its own URL; else
 * the first one in order that redirects to it: which of them a crawl comes to first does not matter then.
 */
function standInsOf({ results, addresses, pages }: AnalysedSite): Int32Array {
  const standIns = new Int32Array(pages.count).fill(-1)
  for (const address of results.address) {
    const page = address < 0 ? -1 : (addresses.page[address] as number)
    if (page < 0) continue
    const known = standIns[page] as number
    const own = pages.address[page] as number
    if (known < 0 || address === own || (known !== own && address < known)) standIns[page] = address
  }
  return standIns
}
