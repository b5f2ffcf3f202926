import type { StructuredItem } from '#shared/messages/payloads/structured-data.ts'
import { registrableDomain } from '#shared/web/registrable-domain.ts'
import { headMetas } from '../../../derived/head/head-elements.ts'
import {
  allItems,
  hasType,
  hasValue,
  itemEvidence,
  labelOf,
  textsOf,
} from '../../../derived/structured/structured-data.ts'
import { plainText } from '../../../derived/title/titles.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'
import { organizationTypes } from './organization-types.data.ts'

export const sdSelfServingReview = rule({
  id: 'sd-self-serving-review',
  severity: 'warning',
  title: 'Organization does not rate itself',
  why: 'Google shows no stars for reviews of an organization or local business on its own site.',
  fix: 'Remove aggregateRating and review from the structured data of your own organization.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/review-snippet',
  needs: ['document', 'structured'],
  messages: { selfServing: 'The structured data of the site’s own {first} has reviews or a rating.' },

  check({ document, structured }) {
    const rated = allItems(structured).filter(
      (item) =>
        hasType(item, organizationTypes) && (hasValue(item, 'aggregateRating') || hasValue(item, 'review')),
    )
    if (rated.length === 0) return notApplicable
    const evaluated = rated.map((item) => ({ item, isOwn: isOwner(item, document, rated.length === 1) }))
    const own = evaluated.filter(({ isOwn }) => isOwn === true)
    const [first] = own
    if (first === undefined)
      return evaluated.some(({ isOwn }) => isOwn === null) ? notDecidable('owner_unknown') : pass
    const extent = { affected: own.length, total: rated.length }
    const evidence = own.map(({ item }) => itemEvidence(document, item))
    return fail('selfServing', { values: { first: labelOf(first.item) }, evidence, extent })
  },
})

/**
 * Whether the item is the organization that owns the site: by its URL, by its name, or as the only subject of a
 * homepage.
 */
function isOwner(item: StructuredItem, document: PageDocument, isOnly: boolean): boolean | null {
  const page = new URL(document.url)
  const [address] = textsOf(item, 'url').flatMap((text) => URL.parse(text, document.baseUrl) ?? [])
  const isOfSite =
    address !== undefined && registrableDomain(address.hostname) === registrableDomain(page.hostname)
  // A directory names the sites of the organizations it lists.
  if (address !== undefined && !isOfSite) return false
  if (isOfSite && address.pathname === '/' && address.search === '') return true
  const names = textsOf(item, 'name').map(plainText)
  const siteNames = headMetas(document, 'og:site_name').map(({ content }) => plainText(content))
  if (names.some((name) => name !== '' && siteNames.includes(name))) return true
  return isOnly && page.pathname === '/' && page.search === '' ? true : null
}
