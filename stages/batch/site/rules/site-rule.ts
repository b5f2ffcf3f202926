import type { LinkGraph } from '../link-graph.ts'
import type { Site } from '../site.ts'

/** A site with what its links come to. */
export interface AnalysedSite extends Site {
  readonly graph: LinkGraph
  /** Numbers of the pages that can be indexed, in order of their URLs. */
  readonly indexable: readonly number[]
}

/** One finding. It names a page by `url`, a group of pages by `urls`. */
export type SiteItem = Readonly<Record<string, unknown>> &
  ({ readonly url: string } | { readonly urls: string[] })

/** Which links are looked at. */
export type LinkKind = 'all' | 'followed' | 'nofollow'

/** Like a rule of the page audit; info takes no points. */
export type SiteSeverity = 'error' | 'warning' | 'info'

/** A rule about a site as a whole: its texts and a pure check. */
export interface SiteRule {
  /** `site-` and the name of its file. */
  readonly id: string
  readonly severity: SiteSeverity
  /** What is wrong, in a few words. */
  readonly title: string
  /** Why it matters to the owner of the site: one or two sentences that the authority supports. */
  readonly why: string
  readonly fix: string
  /** What a fix takes of somebody who knows the site. */
  readonly effort: 'minutes' | 'hours' | 'days'
  /** URL of the authority. */
  readonly reference: string
  /** What must have been gathered: pages alone, the links of a crawl, or links and sitemaps. */
  readonly needs: 'pages' | 'links' | 'sitemaps'
  /**
   * What must be known of a URL that an item names, in order to say that there is no such item: the page (default), its response,
   * or only what links to it and lists it.
   */
  readonly decidedBy?: 'response' | 'mention'
  /** Which links its items have as their sources; absent = none. */
  readonly links?: LinkKind
  /** Finds all items, in order of their URLs. */
  find(site: AnalysedSite): Iterable<SiteItem>
}
