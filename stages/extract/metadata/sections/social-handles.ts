import { parseUrl } from '#shared/web/html/url-resolver.ts'
import type { FactIndex } from '../../facts/fact-index.ts'
import type { JsonValue } from '../../structured-data/json-ld/json-ld.ts'
import { organizations, webSites } from '../../structured-data/json-ld/json-ld-graph.ts'
import { type Platform, platforms } from './social-platforms.ts'

interface Profile {
  readonly platform: string
  readonly handle: string
}

const byHost: ReadonlyMap<string, readonly Platform[]> = platforms.reduce((map, platform) => {
  for (const host of platform.hosts) map.set(host, [...(map.get(host) ?? []), platform])
  return map
}, new Map<string, Platform[]>())

const reservedBy = new Map(platforms.map((one) => [one, new Set(one.reserved?.split(' '))]))

/** The handle without a leading @, in lower case. */
function normalized(handle: string): string {
  return handle.replace(/^@+/, '').toLowerCase()
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function handleBy(platform: Platform, path: string): string | null {
  const segment = path.split('/', 1)[0]?.toLowerCase() ?? ''
  const found = platform.profile.exec(path)
  if (!found) return null
  const handle = found.slice(1).find((group) => group !== undefined) ?? ''
  const reserved = reservedBy.get(platform)
  const isOwnPage = reserved?.has(segment) && (reserved.has(handle.toLowerCase()) || segment === handle)
  return handle === '' || isOwnPage ? null : normalized(handle)
}

/** The host as in the table of platforms: without `www.`, `m.`, `mobile.` or a country label before it. */
function platformHost(hostname: string): string {
  return byHost.has(hostname) ? hostname : hostname.replace(/^(?:www|m|mobile|[a-z]{2}(?:-[a-z]{2})?)\./, '')
}

/** The profile that a URL names; null for other URLs, share buttons and follow buttons. */
export function profileOf(url: URL): Profile | null {
  const host = platformHost(url.hostname)
  if (host === 'facebook.com' && url.pathname === '/profile.php') {
    const id = url.searchParams.get('id')
    return id && /^\d+$/.test(id) ? { platform: 'facebook', handle: id } : null
  }
  const path = decoded(url.pathname).replace(/^\/+/, '')
  for (const platform of byHost.get(host) ?? []) {
    const handle = handleBy(platform, path)
    if (handle !== null) return { platform: platform.name, handle }
  }
  return null
}

/** How likely a profile is the site's own, by where it is named. */
const weights = { meta: 4, me: 3, sameAs: 2, frame: 1, content: 0 } as const

interface Claim extends Profile {
  readonly weight: number
}

function* fromMetas({ metas }: FactIndex): Generator<Claim> {
  for (const site of metas('twitter:site')) {
    const handle =
      /^@?(\w{1,20})$/.exec(site)?.[1] ?? (URL.canParse(site) ? profileOf(new URL(site))?.handle : null)
    if (handle) yield { platform: 'twitter', handle: normalized(handle), weight: weights.meta }
  }
}

/** A Mastodon profile: `rel=me` and a path of `/@name`, on a host that is no known platform. */
function mastodonOf(url: URL): Profile | null {
  const found = /^\/@(\w{1,64})\/?$/.exec(url.pathname)
  if (!found?.[1] || byHost.has(platformHost(url.hostname))) return null
  return { platform: 'mastodon', handle: normalized(found[1]) }
}

interface Link {
  readonly href: string
  readonly weight: number
}

/** Whether the link is a path of the same site, as most links are. */
function isPath(href: string): boolean {
  const first = href[0]
  const second = href[1]
  return first === '#' || (first === '/' && second !== undefined && second !== '/' && second !== '\\')
}

const hostPattern = /^[\t\n\f\r ]*(?:https?:)?\/\/([^/?#:@\\]+)/i

function isKnownHost(host: string): boolean {
  return byHost.has(platformHost(host)) || mastodonHost.test(host)
}

/** Cheap test before parsing: most links lead to no profile. Hosts are remembered, since links repeat them. */
function profileTest({ location }: FactIndex): (link: Link) => boolean {
  const seen = new Map<string, boolean>()
  const own = isKnownHost(location.hostname) ? null : `${location.origin}/`
  return ({ href, weight }) => {
    if (own !== null && weight !== weights.me && href.startsWith(own)) return false
    const written = hostPattern.exec(href)?.[1]
    if (written === undefined || weight === weights.me) return written !== undefined
    const before = seen.get(written)
    if (before !== undefined) return before
    const isKnown = isKnownHost(written.toLowerCase())
    seen.set(written, isKnown)
    return isKnown
  }
}

/** The links that may lead to a profile, each with its weight. */
function linksOf(factIndex: FactIndex): Link[] {
  const { facts } = factIndex
  const links: Link[] = []
  const mayBeProfile = profileTest(factIndex)
  const keep = (link: Link): void => {
    if (mayBeProfile(link)) links.push(link)
  }
  for (const { rel, href } of facts.linkElements) if (rel.includes('me')) keep({ href, weight: weights.me })
  for (const { rel, href, isInFrame } of facts.anchors.items) {
    if (isPath(href)) continue
    const weight = isInFrame ? weights.frame : weights.content
    keep({ href, weight: rel?.split(' ').includes('me') ? weights.me : weight })
  }
  return links
}

function* fromLinks(factIndex: FactIndex): Generator<Claim> {
  for (const { href, weight } of linksOf(factIndex)) {
    const url = parseUrl(href, factIndex.facts.baseUrl)
    const profile = url && (profileOf(url) ?? mastodonOf(url))
    if (profile) yield { ...profile, weight }
  }
}

/** Mastodon servers that are recognised by name; others by `rel=me` or `sameAs` alone. */
const mastodonHost = /(?:^|\.)(?:mastodon|mstdn|fosstodon|hachyderm|mas\.to|chaos\.social|troet)/

function* fromSameAs({ graph }: FactIndex): Generator<Claim> {
  for (const types of [organizations, webSites]) {
    for (const value of graph.values(types, 'sameAs') as Iterable<JsonValue>) {
      const url = typeof value === 'string' ? URL.parse(value) : null
      const profile = url && (profileOf(url) ?? mastodonOf(url))
      if (profile) yield { ...profile, weight: weights.sameAs }
    }
  }
}

/** One handle for each platform: the one that is most likely the site's own, the first among equals. */
export function socialHandlesOf(factIndex: FactIndex): Record<string, string> {
  const best = new Map<string, Claim>()
  for (const claim of [...fromMetas(factIndex), ...fromLinks(factIndex), ...fromSameAs(factIndex)]) {
    const known = best.get(claim.platform)
    if (known === undefined || claim.weight > known.weight) best.set(claim.platform, claim)
  }
  return Object.fromEntries([...best].map(([platform, { handle }]) => [platform, handle]))
}
