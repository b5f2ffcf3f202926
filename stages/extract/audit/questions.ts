import type { SkippedLookup } from '#shared/messages/payloads/audit-input.ts'
import { registrableDomain } from '#shared/registrable-domain.ts'
import { canonicalOf } from '../canonical.ts'
import { iconsOf } from '../icons.ts'
import { imagesOf } from '../images.ts'
import { linksOf } from '../links.ts'
import { openGraphOf, twitterOf } from '../open-graph.ts'
import type { Reading } from '../reading.ts'
import type { ItemNode } from '../structured-data/item.ts'
import type { StructuredData } from '../structured-data/structured-data.ts'
import { alternatesOf } from './alternates.ts'

/** How many of each kind are asked at most. */
export interface AuditLimits {
  readonly internalLinks: number
  readonly externalLinks: number
  readonly images: number
  readonly resources: number
  readonly alternates: number
}

/** What an audit asks outside of the page. Addresses are absolute http(s) URLs without fragment, each once in its list. */
export interface AuditQuestions {
  /** The page's own: asked by nobody. */
  readonly page: string
  /** Where sitemaps may list the page. */
  readonly addresses: readonly string[]
  /** Another page than this one. */
  readonly canonical: string | null
  readonly httpVariant: string | null
  readonly icons: readonly string[]
  readonly shareImages: readonly string[]
  readonly alternates: readonly string[]
  readonly internalLinks: readonly string[]
  readonly resources: readonly string[]
  readonly images: readonly string[]
  readonly externalLinks: readonly string[]
  /** What the limits left out. */
  readonly left: readonly SkippedLookup[]
}

const maxIcons = 3
/** Items of structured data whose images are asked. */
const maxItems = 200
/** Longer addresses are no addresses of anything that is to be found. */
const maxUrlChars = 8192

/** Absolute http(s) URLs without fragment, each once, but `own`. */
function addresses(urls: Iterable<string | null>, own: string | null): string[] {
  const all = new Set<string>()
  for (const url of urls) {
    const bare = url?.split('#', 1)[0]
    if (bare !== undefined && /^https?:/.test(bare) && bare.length <= maxUrlChars && bare !== own)
      all.add(bare)
  }
  return [...all]
}

/** The first of each list, and how many were left out of it. */
class Cut {
  readonly left: SkippedLookup[] = []

  first(what: SkippedLookup['what'], urls: readonly string[], max: number, unseen = 0): string[] {
    const count = Math.max(0, urls.length - max) + unseen
    if (count > 0) this.left.push({ what, reason: 'limit', count })
    return urls.slice(0, max)
  }
}

/** The page as it was called before there was TLS; null where there is nothing to compare. */
function httpVariant({ location }: Reading): string | null {
  if (location.protocol !== 'https:' || location.port !== '') return null
  return `http://${location.host}${location.pathname}${location.search}`
}

/** Style sheets and scripts of the page's own site. */
function resourcesOf(reading: Reading): (string | null)[] {
  const { linkElements, scripts } = reading.facts
  const sheets = linkElements.filter(({ rel }) => rel.includes('stylesheet') && !rel.includes('alternate'))
  const written = [...sheets.map(({ href }) => href), ...scripts.flatMap(({ src }) => src ?? [])]
  const site = registrableDomain(reading.location.hostname)
  return written
    .map((one) => reading.resolve(one))
    .filter((url) => url !== null && registrableDomain(new URL(url).hostname) === site)
}

/** Images that structured data names. */
function itemImages(reading: Reading, { graph }: StructuredData): (string | null)[] {
  return graph.nodes
    .slice(0, maxItems)
    .flatMap((node) => imagesOfItem(node).map((url) => reading.resolve(url)))
}

function imagesOfItem({ types, properties }: ItemNode): string[] {
  const names = types.includes('ImageObject') ? ['url', 'contentUrl'] : ['image', 'logo', 'thumbnailUrl']
  return names.flatMap((name) => properties.get(name) ?? []).filter((value) => typeof value === 'string')
}

/** All that is worth asking about one page, within the limits. Pure. */
export function auditQuestionsOf(
  reading: Reading,
  structured: StructuredData,
  limits: AuditLimits,
): AuditQuestions {
  const [page = ''] = addresses([reading.page.finalUrl], null)
  const others = (urls: Iterable<string | null>) => addresses(urls, page)
  const cut = new Cut()
  const { anchors, images } = reading.facts
  const links = linksOf(reading, anchors.items.length).items
  const internal = others(links.filter(({ type }) => type === 'internal').map(({ href }) => href))
  const external = others(links.filter(({ type }) => type === 'external').map(({ href }) => href))
  const shown = imagesOf(reading, images.items.length).items.map(({ url }) => url)
  const canonical = canonicalOf(reading)
  return {
    page,
    addresses: addresses([reading.page.finalUrl, reading.page.url, canonical?.href ?? null], null),
    canonical: canonical?.isUsable ? (others([canonical.href])[0] ?? null) : null,
    httpVariant: httpVariant(reading),
    icons: cut.first('icons', others(iconsOf(reading).map(({ url }) => url)), maxIcons),
    shareImages: others([openGraphOf(reading).image, twitterOf(reading).image]),
    alternates: cut.first(
      'alternates',
      others(alternatesOf(reading).map(({ href }) => href)),
      limits.alternates,
    ),
    internalLinks: cut.first('links', internal, limits.internalLinks, anchors.total - anchors.items.length),
    resources: cut.first('resources', others(resourcesOf(reading)), limits.resources),
    images: cut.first(
      'images',
      others([...itemImages(reading, structured), ...shown]),
      limits.images,
      images.total - images.items.length,
    ),
    externalLinks: cut.first('links', external, limits.externalLinks),
    left: cut.left,
  }
}
