import type { StructuredItem } from '#shared/messages/payloads/structured-data.ts'
import { addressOf } from '#shared/web/address-of.ts'
import { registrableDomain } from '#shared/web/registrable-domain.ts'
import { headMetas } from '../../../derived/head/head-elements.ts'
import { allItems, hasType, textsOf } from '../../../derived/structured/structured-data.ts'
import { plainText } from '../../../derived/title/titles.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import type { Facts } from '../../../facts/facts.ts'

const MAX_CHARS = 200
const siteTypes: ReadonlySet<string> = new Set(['WebSite'])

/**
 * Whether an organization that is described is the one that owns the site: by its URL, by its name, or as the only
 * subject of a page that names no other owner. Null where nothing tells. A directory names itself, or the sites of
 * the organizations that it lists.
 */
export function isSiteOwner(
  item: StructuredItem,
  facts: Pick<Facts, 'document' | 'structured'>,
  isOnly: boolean,
): boolean | null {
  const { document } = facts
  const page = new URL(document.url)
  const place = placeOf(item, document, page)
  if (place === 'elsewhere') return false
  if (place === 'home') return true
  const names = textsOf(item, 'name').map((name) => plainText(name.slice(0, MAX_CHARS)))
  const declared = siteNames(facts)
  const known = [...declared, domainName(page)]
  if (names.some((name) => name !== '' && known.some((site) => compact(site) === compact(name)))) return true
  if (!isOnly) return null
  if (page.pathname === '/' && page.search === '') return true
  return declared.length === 0 && place !== 'inside' ? true : null
}

/** Where the URL of the item leads: to another site, to the homepage, to this page, to another page of the site. */
function placeOf(item: StructuredItem, document: PageDocument, page: URL) {
  const [address] = textsOf(item, 'url').flatMap((text) => URL.parse(text, document.baseUrl) ?? [])
  if (address === undefined) return null
  if (registrableDomain(address.hostname) !== registrableDomain(page.hostname)) return 'elsewhere'
  if (address.pathname === '/' && address.search === '') return 'home'
  return addressOf(address) === addressOf(page) ? 'here' : 'inside'
}

/** The names that the page gives its site. */
function siteNames({ document, structured }: Pick<Facts, 'document' | 'structured'>): string[] {
  const metas = ['og:site_name', 'application-name'].flatMap((name) =>
    headMetas(document, name).map(({ content }) => content),
  )
  const sites = allItems(structured).filter((item) => hasType(item, siteTypes))
  const names = [...metas, ...sites.flatMap((site) => textsOf(site, 'name'))]
  return names.map((name) => plainText(name.slice(0, MAX_CHARS))).filter((name) => name !== '')
}

/** `cups-and-co.example` → `cups and co`. */
function domainName({ hostname }: URL): string {
  return plainText((registrableDomain(hostname) ?? '').split('.', 1)[0] ?? '')
}

function compact(name: string): string {
  return name.replaceAll(' ', '')
}
