import type {
  StructuredDataInput,
  StructuredItem,
  StructuredValue,
} from '#shared/messages/payloads/structured-data.ts'
import { metasNamed } from '../../../derived/head/head-elements.ts'
import { isWebUrl } from '../../../derived/page/page-address.ts'
import { type Evidence, elementEvidence, externalEvidence } from '../../../engine/rule.ts'
import type { Facts } from '../../../facts/facts.ts'

/** A URL by which the page names itself outside its canonical. */
export interface DeclaredUrl {
  readonly source: string
  readonly url: URL
  readonly evidence: Evidence
}

/** Types of items that are the page itself. */
const pageTypes = new Set([
  'WebPage',
  'AboutPage',
  'CheckoutPage',
  'CollectionPage',
  'ContactPage',
  'FAQPage',
  'ItemPage',
  'MedicalWebPage',
  'ProfilePage',
  'QAPage',
  'SearchResultsPage',
])
/** Types of items that are the page's main subject and name it as their page. */
const mainTypes = new Set([
  'Article',
  'NewsArticle',
  'BlogPosting',
  'TechArticle',
  'Product',
  'Recipe',
  'Event',
])

/** Maximum number that is read; hostile pages have thousands. */
const MAX_METAS = 10

/** og:url and the page's URL in structured data; relative ones have rules of their own. */
export function declaredUrls({
  document,
  structured,
}: Pick<Facts, 'document' | 'structured'>): DeclaredUrl[] {
  const openGraph = metasNamed(document, 'og:url')
    .slice(0, MAX_METAS)
    .map(({ element, content }) => {
      return { source: 'og:url', written: content, evidence: elementEvidence(element, content) }
    })
  return [...openGraph, ...structuredUrls(structured)].flatMap(({ source, written, evidence }) => {
    const url = isWebUrl(written) ? URL.parse(written) : null
    return url === null ? [] : [{ source, url, evidence }]
  })
}

function structuredUrls({ items }: StructuredDataInput) {
  return items.flatMap((item) =>
    addressesOf(item).map(({ property, written }) => {
      const source = `${item.types[0]}.${property}`
      return { source, written, evidence: externalEvidence(`${source}: ${written}`) }
    }),
  )
}

function addressesOf({ types, properties }: StructuredItem): { property: string; written: string }[] {
  const property = types.some((type) => pageTypes.has(type))
    ? 'url'
    : types.some((type) => mainTypes.has(type))
      ? 'mainEntityOfPage'
      : null
  if (property === null) return []
  const named = (properties[property] ?? []).map(addressIn).filter((written) => written !== null)
  // With several different values none counts: the links of a menu may have itemprop="url" in the scope of the
  // page.
  const isClear = new Set(named).size === 1
  return isClear ? named.slice(0, 1).map((written) => ({ property, written })) : []
}

function addressIn(value: StructuredValue): string | null {
  if (typeof value === 'string') return value.trim()
  if (typeof value !== 'object') return null
  return 'ref' in value ? value.ref : value.id
}
