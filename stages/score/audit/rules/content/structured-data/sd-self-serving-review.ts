import type { StructuredDataInput, StructuredItem } from '#shared/messages/payloads/structured-data.ts'
import {
  allItems,
  hasType,
  hasValue,
  itemEvidence,
  itemsOf,
  labelOf,
} from '../../../derived/structured/structured-data.ts'
import { fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'
import { organizationTypes } from './organization-types.data.ts'
import { isSiteOwner } from './site-owner.ts'

export const sdSelfServingReview = rule({
  id: 'sd-self-serving-review',
  severity: 'warning',
  title: 'Self-serving reviews in structured data',
  passTitle: 'No self-serving reviews',
  why: 'Google shows no stars for reviews of an organization or local business on its own site.',
  fix: 'Remove aggregateRating and review from the structured data of your own organization.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/review-snippet',
  excludes:
    'Reviews of products, books, events and other things, and of organizations that a directory lists.',
  needs: ['document', 'structured'],
  messages: { selfServing: 'The structured data of the site’s own {first} contains reviews or a rating.' },

  check({ document, structured }) {
    const rated = ratedItems(structured).filter((item) => hasType(item, organizationTypes))
    if (rated.length === 0) return notApplicable
    const evaluated = rated.map((item) => ({
      item,
      isOwn: isSiteOwner(item, { document, structured }, rated.length === 1),
    }))
    const own = evaluated.filter(({ isOwn }) => isOwn === true)
    const [first] = own
    if (first === undefined)
      return evaluated.some(({ isOwn }) => isOwn === null) ? notDecidable('owner_unknown') : pass
    const extent = { affected: own.length, total: rated.length }
    const evidence = own.map(({ item }) => itemEvidence(document, item))
    return fail('selfServing', { values: { first: labelOf(first.item) }, evidence, extent })
  },
})

const ratings: ReadonlySet<string> = new Set(['AggregateRating', 'Review'])

/** Items with reviews or a rating, and those that a review or rating names as what it is about. */
function ratedItems(structured: StructuredDataInput): readonly StructuredItem[] {
  const all = allItems(structured)
  const rated = all.filter((item) => hasValue(item, 'aggregateRating') || hasValue(item, 'review'))
  const reviewed = all
    .filter((item) => hasType(item, ratings))
    .flatMap((item) => itemsOf(item, 'itemReviewed'))
  return [...new Set([...rated, ...reviewed])]
}
