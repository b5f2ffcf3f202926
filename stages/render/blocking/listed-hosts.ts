import thirdPartyWeb, { type IEntity } from 'third-party-web/nostats-subset.js'
import { type Category, categories } from './category.ts'
import { keptHosts } from './kept-hosts.data.ts'
import { moreHosts } from './more-hosts.data.ts'

export interface Listed {
  /** Null for what the data files under none of the categories, or is kept. */
  readonly category: Category | null
  /** Who runs it; null for hosts of our own list. */
  readonly entity: string | null
}

const { entities } = thirdPartyWeb

/** Embeds, share buttons and comments are content; only the pixels of social networks are refused, by our own list. */
const takenWhole: ReadonlySet<string> = new Set(categories.filter((category) => category !== 'social'))

const listed: ReadonlyMap<string, Listed> = new Map([
  ...entities.flatMap(ofEntity),
  ...keptHosts.map((host): [string, Listed] => [host, { category: null, entity: entityNamed(host) }]),
  ...categories.flatMap((category) =>
    moreHosts[category].map((host): [string, Listed] => [host, { category, entity: null }]),
  ),
])

/** What is known of a host: of its own name, or of the longest one that it is below. */
export function listedHost(host: string): Listed | null {
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const found = listed.get(name)
    if (found !== undefined) return found
  }
  return null
}

function ofEntity({ name, category, domains }: IEntity): [string, Listed][] {
  const taken = takenWhole.has(category) ? (category as Category) : null
  return domains.map((domain) => [withoutStar(domain), { category: taken, entity: name }])
}

function entityNamed(host: string): string | null {
  return entities.find(({ domains }) => domains.some((domain) => withoutStar(domain) === host))?.name ?? null
}

function withoutStar(domain: string): string {
  return domain.replace(/^\*\./, '')
}
