import thirdPartyWeb, { type IEntity } from 'third-party-web/nostats-subset.js'
import { allowlist } from './allowlist.data.ts'
import { type Category, categories } from './category.ts'
import { extraBlocklist } from './extra-blocklist.data.ts'

export interface ListedHost {
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
export function findListedHost(host: string): ListedHost | null {
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
