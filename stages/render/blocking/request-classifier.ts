import thirdPartyWeb, { type IEntity } from 'third-party-web/nostats-subset.js'
import { getDomain } from 'tldts'
import { URL_LIMIT } from '#shared/operations/fields.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import { allowlist, type Category, categories, extraBlocklist } from './host-lists.data.ts'
import { pathRules } from './path-rules.data.ts'

/** Of a name in the DNS (RFC 1035, section 3.1, in text): a longer host has no entry, nor has any end of it that matters. */
const MAX_HOST_CHARS = 253

/**
 * Separates requests for ads and tracking from requests for content. Hosts of the registrable domain of the page, or of the same
 * entity, are first-party; their requests are blocked only when a path rule matches.
 */
export function makeRequestClassifier(pageUrl: string) {
  const parse = (address: string) => URL.parse(address.slice(0, URL_LIMIT))
  let page = new URL(pageUrl)
  const isFirstParty = (url: URL) =>
    registrableDomain(url) === registrableDomain(page) ||
    isSame(findEntity(url.hostname), findEntity(page.hostname))
  return {
    /** Sets the current URL of the page, which decides what is first-party. */
    setPageUrl(next: string): void {
      page = parse(next) ?? page
    },
    /** The category for which a request is blocked; null when it is allowed. The page itself is always allowed. */
    categoryOf(address: string): Category | null {
      const url = parse(address)
      if (url === null || !/^(http|ws)s?:$/.test(url.protocol)) return null
      if (withoutFragment(url.href) === withoutFragment(page.href)) return null
      const firstParty = isFirstParty(url)
      const rule = pathRules.find(
        ({ host, path }) =>
          (host === undefined || (!firstParty && host.test(url.hostname))) &&
          path.test(url.pathname + url.search),
      )
      return rule?.category ?? (firstParty ? null : (findListedHost(url.hostname)?.category ?? null))
    },
  }
}

function registrableDomain({ hostname }: URL): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}

function findEntity(hostname: string): string | null {
  return findListedHost(hostname)?.entity ?? null
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && one === other
}

interface ListedHost {
  /** Null for hosts of other categories, and for hosts of the allowlist. */
  readonly category: Category | null
  /** The owner of the host; null for hosts of the extra blocklist. */
  readonly entity: string | null
}

const { entities } = thirdPartyWeb

/** Embeds, share buttons and comments of social networks are content; only their pixels are blocked, by the extra blocklist. */
const blockedCategories: ReadonlySet<string> = new Set(categories.filter((category) => category !== 'social'))

const hosts: ReadonlyMap<string, ListedHost> = new Map([
  ...entities.flatMap(hostsOfEntity),
  ...allowlist.map((host): [string, ListedHost] => [host, { category: null, entity: entityOfDomain(host) }]),
  ...categories.flatMap((category) =>
    extraBlocklist[category].map((host): [string, ListedHost] => [host, { category, entity: null }]),
  ),
])

/** The entry of the host, or of the longest parent domain that has one; null without any. */
function findListedHost(host: string): ListedHost | null {
  if (host.length > MAX_HOST_CHARS) return null
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const found = hosts.get(name)
    if (found !== undefined) return found
  }
  return null
}

function hostsOfEntity({ name, category, domains }: IEntity): [string, ListedHost][] {
  const blockedCategory = blockedCategories.has(category) ? (category as Category) : null
  return domains.map((domain) => [stripWildcard(domain), { category: blockedCategory, entity: name }])
}

function entityOfDomain(host: string): string | null {
  return (
    entities.find(({ domains }) => domains.some((domain) => stripWildcard(domain) === host))?.name ?? null
  )
}

function stripWildcard(domain: string): string {
  return domain.replace(/^\*\./, '')
}
