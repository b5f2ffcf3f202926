import type { SkippedLookup } from '#shared/messages/payloads/audit-input.ts'
import { registrableDomain } from '#shared/web/registrable-domain.ts'
import type { FactIndex } from '../facts/fact-index.ts'
import { canonicalOf } from '../metadata/sections/canonical.ts'
import { iconsOf } from '../metadata/sections/icons.ts'
import { imagesOf } from '../metadata/sections/images.ts'
import { linksOf } from '../metadata/sections/links.ts'
import { openGraphOf, twitterOf } from '../metadata/sections/open-graph.ts'
import type { ItemNode } from '../structured-data/item-graph.ts'
import type { StructuredData } from '../structured-data/structured-data.ts'
import { alternatesOf } from './target-facts.ts'

/** Maximum number of URLs of each kind. */
export interface AuditLimits {
  readonly internalLinks: number
  readonly externalLinks: number
  readonly images: number
  readonly resources: number
  readonly alternates: number
}

/** Look-ups of an audit. URLs are absolute http(s) URLs without fragment, each once in its list. */
export interface AuditLookups {
  /** URL of the audited page; it is not looked up. */
  readonly page: string
  /** URLs under which sitemaps may list the page. */
  readonly addresses: readonly string[]
  /** The canonical URL, where it is another page. */
  readonly canonical: string | null
  readonly httpVariant: string | null
  readonly icons: readonly string[]
  readonly shareImages: readonly string[]
  readonly alternates: readonly string[]
  readonly internalLinks: readonly string[]
  readonly resources: readonly string[]
  readonly images: readonly string[]
  readonly externalLinks: readonly string[]
  /** URLs that the limits left out. */
  readonly skipped: readonly SkippedLookup[]
}

const maxIcons = 3
/** Maximum number of items of structured data whose images are probed. */
const maxItems = 200
/** Longer URLs are ignored: no server answers them. */
const maxUrlChars = 8192

/** Absolute http(s) URLs without fragment, each once, without `own`. */
function addresses(urls: Iterable<string | null>, own: string | null): string[] {
  const all = new Set<string>()
  for (const url of urls) {
    const bare = url?.split('#', 1)[0]
    if (bare !== undefined && /^https?:/.test(bare) && bare.length <= maxUrlChars && bare !== own)
      all.add(bare)
  }
  return [...all]
}

/** Cuts lists to their limits and counts what is left out. */
class LimitedLists {
  readonly skipped: SkippedLookup[] = []

  first(what: SkippedLookup['what'], urls: readonly string[], max: number, unseen = 0): string[] {
    const count = Math.max(0, urls.length - max) + unseen
    if (count > 0) this.skipped.push({ what, reason: 'limit', count })
    return urls.slice(0, max)
  }
}

/** The http URL of an https page on the default port; null for other pages. */
function httpVariant({ location }: FactIndex): string | null {
  if (location.protocol !== 'https:' || location.port !== '') return null
  return `http://${location.host}${location.pathname}${location.search}`
}

/** Style sheets and scripts of the page's own site. */
function resourcesOf(factIndex: FactIndex): (string | null)[] {
  const { linkElements, scripts } = factIndex.facts
  const sheets = linkElements.filter(({ rel }) => rel.includes('stylesheet') && !rel.includes('alternate'))
  const written = [...sheets.map(({ href }) => href), ...scripts.flatMap(({ src }) => src ?? [])]
  const site = registrableDomain(factIndex.location.hostname)
  return written
    .map((one) => factIndex.resolve(one))
    .filter((url) => url !== null && registrableDomain(new URL(url).hostname) === site)
}

/** Images that structured data names. */
function itemImages(factIndex: FactIndex, { graph }: StructuredData): (string | null)[] {
  return graph.nodes
    .slice(0, maxItems)
    .flatMap((node) => imagesOfItem(node).map((url) => factIndex.resolve(url)))
}

function imagesOfItem({ types, properties }: ItemNode): string[] {
  const names = types.includes('ImageObject') ? ['url', 'contentUrl'] : ['image', 'logo', 'thumbnailUrl']
  return names.flatMap((name) => properties.get(name) ?? []).filter((value) => typeof value === 'string')
}

/** All look-ups that an audit of the page needs, within the limits. Pure. */
export function auditLookups(
  factIndex: FactIndex,
  structured: StructuredData,
  limits: AuditLimits,
): AuditLookups {
  const [page = ''] = addresses([factIndex.page.finalUrl], null)
  const others = (urls: Iterable<string | null>) => addresses(urls, page)
  const cut = new LimitedLists()
  const { anchors, images } = factIndex.facts
  const links = linksOf(factIndex, anchors.items.length).items
  const internal = others(links.filter(({ type }) => type === 'internal').map(({ href }) => href))
  const external = others(links.filter(({ type }) => type === 'external').map(({ href }) => href))
  const shown = imagesOf(factIndex, images.items.length).items.map(({ url }) => url)
  const canonical = canonicalOf(factIndex)
  return {
    page,
    addresses: addresses([factIndex.page.finalUrl, factIndex.page.url, canonical?.href ?? null], null),
    canonical: canonical?.isUsable ? (others([canonical.href])[0] ?? null) : null,
    httpVariant: httpVariant(factIndex),
    icons: cut.first('icons', others(iconsOf(factIndex).map(({ url }) => url)), maxIcons),
    shareImages: others([openGraphOf(factIndex).image, twitterOf(factIndex).image]),
    alternates: cut.first(
      'alternates',
      others(alternatesOf(factIndex).map(({ href }) => href)),
      limits.alternates,
    ),
    internalLinks: cut.first('links', internal, limits.internalLinks, anchors.total - anchors.items.length),
    resources: cut.first('resources', others(resourcesOf(factIndex)), limits.resources),
    images: cut.first(
      'images',
      others([...itemImages(factIndex, structured), ...shown]),
      limits.images,
      images.total - images.items.length,
    ),
    externalLinks: cut.first('links', external, limits.externalLinks),
    skipped: cut.skipped,
  }
}
