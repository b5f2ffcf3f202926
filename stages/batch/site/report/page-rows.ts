import type { SitePageRow } from '#shared/operations/results/site-report.ts'
import { linkScores, nextPages } from '../link-graph.ts'
import { redirectsFrom, urlOf } from '../rules/addresses.ts'
import type { AnalysedSite } from '../rules/site-rule.ts'

/** What a result says of the page at its URL. */
export type RowState = 'indexable' | 'not_indexable' | 'failed' | 'unknown'

/** Statuses from here on are errors. */
const ERROR = 400

/** The results of a site as rows, by their place in `results`. */
export class PageRows {
  readonly #site: AnalysedSite
  #scores: Float64Array | null = null

  constructor(site: AnalysedSite) {
    this.#site = site
  }

  get count(): number {
    return this.#site.results.count
  }

  /** The page at the URL of the row, not one to which it redirects; -1 = none that was read. */
  pageOf(at: number): number {
    const { addresses, pages } = this.#site
    const address = this.#addressOf(at)
    const page = address < 0 ? -1 : (addresses.page[address] as number)
    return page >= 0 && pages.address[page] === address ? page : -1
  }

  stateOf(at: number): RowState {
    const { results, pages } = this.#site
    if (results.code[at] !== 0) return 'failed'
    if (this.#redirectsFrom(at).length > 0) return 'not_indexable'
    const page = this.pageOf(at)
    if (page >= 0) return pages.reason[page] === 0 ? 'indexable' : 'not_indexable'
    return (results.status[at] as number) >= ERROR ? 'not_indexable' : 'unknown'
  }

  /** The status of the first response; null where there was none, or where it is not known. */
  statusOf(at: number): number | null {
    const { addresses, pages, results } = this.#site
    const page = this.pageOf(at)
    if (page >= 0) return pages.status[page] as number
    const address = this.#addressOf(at)
    const final = addresses.page[address] ?? -1
    const known = addresses.status[address] || (results.status[at] as number)
    return known || (final < 0 ? null : (pages.status[final] as number))
  }

  depthOf(at: number): number | null {
    const { results, addresses, pages, hasLinks } = this.#site
    if (!hasLinks) return null
    const page = addresses.page[this.#addressOf(at)] ?? -1
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
    const { title, canonical, words, bytes } = this.#documentOf(this.pageOf(at))
    const { inlinks, outlinks, link_score } = this.#linksOf(at)
    const state = this.stateOf(at)
    const overall = knownOrNull(results.overall[at] as number)
    return {
      n: results.n[at] as number,
      url: address < 0 ? '' : urlOf(this.#site, address),
      final_url: this.#finalUrlOf(at),
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
      redirected_to: this.#redirectOf(at),
    }
  }

  #addressOf(at: number): number {
    return this.#site.results.address[at] as number
  }

  /** The addresses to which the URL of the row redirects, in order. */
  #redirectsFrom(at: number): readonly number[] {
    const address = this.#addressOf(at)
    return address < 0 ? [] : redirectsFrom(this.#site, address)
  }

  /** Where the redirects end; the next URL where they lead in a circle. */
  #redirectOf(at: number): string | null {
    const hops = this.#redirectsFrom(at)
    const isCircle = hops.at(-1) === this.#addressOf(at) || new Set(hops).size < hops.length
    const target = isCircle ? hops[0] : hops.at(-1)
    return target === undefined ? null : urlOf(this.#site, target)
  }

  #finalUrlOf(at: number): string | null {
    const { addresses, pages } = this.#site
    const page = addresses.page[this.#addressOf(at)] ?? -1
    return page < 0 ? null : urlOf(this.#site, pages.address[page] as number)
  }

  #documentOf(page: number): Pick<SitePageRow, 'title' | 'canonical' | 'words' | 'bytes'> {
    if (page < 0) return { title: null, canonical: null, words: null, bytes: null }
    const { pages } = this.#site
    const canonical = pages.canonical[page] as number
    return {
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
    const inlinks = graph.inlinks[this.#addressOf(at)] ?? 0
    if (page < 0) return { inlinks, outlinks: null, link_score: null }
    this.#scores ??= linkScores(nextPages(this.#site, graph))
    return { inlinks, outlinks: graph.outlinks[page] as number, link_score: this.#scores[page] as number }
  }

  #textOrNull(id: number): string | null {
    return id === 0 ? null : this.#site.text(id)
  }
}

/** Null for -1, which stands for what is not known. */
function knownOrNull(value: number): number | null {
  return value < 0 ? null : value
}
