import {
  type PageRefresh,
  type PageSiteFacts,
  type SiteLink,
  siteFactLimits,
} from '#shared/messages/payloads/site-facts.ts'
import { isNotFollowed } from '#shared/page/link-rel.ts'
import { hidesPage } from '#shared/web/html/bot-challenge.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import { alternatesOf } from '../audit/target-facts.ts'
import type { FactIndex } from '../facts/fact-index.ts'
import { canonicalOf } from '../metadata/sections/canonical.ts'
import { effectiveRobots } from '../metadata/sections/indexability.ts'
import type { JsonObject } from '../structured-data/json-ld/json-ld.ts'
import { typesOf } from '../structured-data/json-ld/json-ld-graph.ts'
import { tidy } from '../text/tidy.ts'
import { refreshOf } from './refresh.ts'

/** Reads what a report on the site needs of a page. Pure. Links and the main text need the facts `anchors` and `mainText`. */
export function siteFactsOf(factIndex: FactIndex): PageSiteFacts {
  const { facts, page } = factIndex
  const { index, follow } = effectiveRobots(factIndex)
  const canonical = canonicalOf(factIndex)
  const refresh = refreshOf(factIndex)
  return {
    finalUrl: withoutFragment(page.finalUrl),
    status: page.status,
    redirects: page.redirects
      .slice(0, siteFactLimits.redirects)
      .map(({ url, status }) => ({ url: withoutFragment(url), status })),
    isBlocked: hidesPage(facts.blocked, page.status),
    title: shortened(tidy(facts.title)),
    description: shortened(factIndex.metas('description')[0] ?? null),
    h1: shortened(facts.headings.find(({ level }) => level === 1)?.text ?? null),
    canonical: canonical?.isUsable ? shortUrl(canonical.href) : null,
    isNoindex: !index,
    isAllowed: page.robotsTxtAllowed,
    alternates: alternatesOf(factIndex)
      .slice(0, siteFactLimits.alternates)
      .map(({ hreflang, href }) => ({ hreflang, url: withoutFragment(href) })),
    links: [...linksOf(factIndex, follow), ...delayedLink(refresh, follow)].slice(0, siteFactLimits.links),
    nodes: nodesOf(facts.jsonLdNodes, factIndex.resolve),
    words: facts.words,
    bytes: page.body.byteLength,
    text: facts.mainText,
    ...(refresh !== null && { refresh }),
  }
}

/** A page that sends on after some time is a page that links there. */
function delayedLink(refresh: PageRefresh | null, mayFollow: boolean): SiteLink[] {
  if (refresh === null || refresh.seconds === 0) return []
  return [{ url: refresh.url, text: '', isNofollow: !mayFollow }]
}

function shortened(text: string | null): string | null {
  return text === null ? null : text.slice(0, siteFactLimits.titleChars).toWellFormed()
}

/** Null for a URL that no server answers. */
function shortUrl(href: string): string | null {
  const url = withoutFragment(href)
  return url.length <= siteFactLimits.urlChars ? url : null
}

/** The first links to documents. */
function linksOf(factIndex: FactIndex, mayFollow: boolean): SiteLink[] {
  const { anchors } = factIndex.facts
  const links: SiteLink[] = []
  for (const { href, rel, text } of anchors.items) {
    if (links.length === siteFactLimits.links) break
    // A bare fragment is a place in the page itself.
    const resolved = href.startsWith('#') ? null : factIndex.resolve(href)
    const url = resolved !== null && /^https?:/.test(resolved) ? shortUrl(resolved) : null
    const isNofollow = !mayFollow || (rel !== null && isNotFollowed(rel))
    if (url !== null) links.push({ url, text, isNofollow })
  }
  return links
}

/** Described nodes with an id. A node with nothing but its id refers to one that is described elsewhere. */
function nodesOf(nodes: readonly JsonObject[], resolve: FactIndex['resolve']): PageSiteFacts['nodes'] {
  return nodes
    .flatMap((node) => {
      const id = idOf(node, resolve)
      const isDescribed = Object.keys(node).some((name) => name !== '@id' && name !== '@context')
      return id === null || !isDescribed ? [] : [{ id, what: identityOf(node) }]
    })
    .slice(0, siteFactLimits.nodes)
}

/**
 * The IRI of a node; null without one. A blank node identifier is local to its document (JSON-LD 1.1, 3.5.1), a relative
 * IRI refers to the document's address.
 */
function idOf(node: JsonObject, resolve: FactIndex['resolve']): string | null {
  const id = node['@id']
  if (typeof id !== 'string' || id === '' || id.startsWith('_:')) return null
  const iri = resolve(id)
  return iri !== null && iri.length <= siteFactLimits.urlChars ? iri : null
}

/** What a node is, as far as two descriptions of one thing agree: its types and its name. */
function identityOf(node: JsonObject): string {
  const name = [node.name, node.headline, node.url].find((value) => typeof value === 'string') ?? ''
  return `${typesOf(node).toSorted().join(' ')}: ${name}`.slice(0, siteFactLimits.textChars)
}
