import type { StructuredItem } from '#shared/messages/payloads/structured-data.ts'
import { isAppShell } from '../../../derived/page/app-shell.ts'
import { itemEvidence, itemsOf, labelOf, textsOf } from '../../../derived/structured/structured-data.ts'
import { fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'
import { showsName, showsNumber, showsPrice, type VisibleText, visibleText } from './visible-text.ts'

/** Types whose data the page should show; data of organizations and of parts of the page need not be visible. */
const shownTypes =
  /^(?:Product|ProductGroup|Recipe|.*Event|JobPosting|Course|Book|Movie|SoftwareApplication|MobileApplication|WebApplication|VideoGame|.*Article|BlogPosting)$/
/** More items of a type are a list, which shows little of each. */
const MOST_ITEMS = 3

export const sdContentMismatch = rule({
  id: 'sd-content-mismatch',
  severity: 'warning',
  title: 'Structured data does not match visible content',
  passTitle: 'Structured data matches visible content',
  why: 'Google’s policies require structured data to describe what visitors see. Markup of hidden content can cost all rich results.',
  fix: 'Show the value on the page, or correct the structured data.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/sd-policies',
  needs: ['document', 'structured'],
  messages: {
    unseen:
      '{affected} of {total} structured data {total:value|values} {affected:is|are} not visible on the page: {first}.',
  },

  check({ document, structured }) {
    const claims = structured.items
      .filter(({ types }) => types.some((type) => shownTypes.test(type)))
      .slice(0, MOST_ITEMS)
      .flatMap(claimsOf)
    if (claims.length === 0) return notApplicable
    if (isAppShell(document)) return notDecidable('app_shell')
    const seen = visibleText(document)
    const evaluated = claims.map((claim) => ({ claim, verdict: claim.isSeen(seen) }))
    const unseen = evaluated.filter(({ verdict }) => verdict === false)
    const [first] = unseen
    if (first === undefined)
      return evaluated.some(({ verdict }) => verdict === null) ? notDecidable('scripted_content') : pass
    if (seen.isCut) return notDecidable('truncated')
    const evidence = unseen.map(({ claim }) => itemEvidence(document, claim.item, claim.text))
    const extent = { affected: unseen.length, total: claims.length }
    return fail('unseen', { values: { first: first.claim.text }, evidence, extent })
  },
})

/** A value of the markup and its visible form; null where that is undecided. */
interface Claim {
  readonly item: StructuredItem
  readonly text: string
  isSeen(page: VisibleText): boolean | null
}

function claimsOf(item: StructuredItem): Claim[] {
  const claim = (property: string, value: string, isSeen: Claim['isSeen']) => ({
    item,
    text: `${labelOf(item)} ${property}: ${value.slice(0, 100)}`,
    isSeen,
  })
  const [name] = [...textsOf(item, 'headline'), ...textsOf(item, 'name')].filter((text) => text !== '')
  const [offer] = itemsOf(item, 'offers')
  const prices = offer === undefined ? [] : [...textsOf(offer, 'price'), ...textsOf(offer, 'lowPrice')]
  const price = prices.find((text) => Number(text) > 0)
  const [rating] = itemsOf(item, 'aggregateRating').flatMap((one) => textsOf(one, 'ratingValue'))
  return [
    ...(name === undefined ? [] : [claim('name', name, (page) => showsName(page, name))]),
    ...(price === undefined ? [] : [claim('price', price, (page) => isPriceSeen(Number(price), page))]),
    ...(Number(rating) > 0
      ? [claim('ratingValue', rating ?? '', (page) => isRatingSeen(Number(rating), page))]
      : []),
  ]
}

/** On a page without any price, scripts may fill prices in. */
function isPriceSeen(price: number, page: VisibleText): boolean | null {
  // Superscript decimals directly follow the other digits: 9<sup>99</sup>.
  const written = [price, Math.round(price), Math.round(price * 100)]
  if (written.some((number) => showsNumber(page, number))) return true
  return showsPrice(page) ? false : null
}

const rated =
  /\b(?:rating|review|stars?|bewertung|rezension|avis|note|opini|recensi|valoraci|avalia)|評価|レビュー|评价|리뷰/iu

/** Stars may show a rating without a number. */
function isRatingSeen(rating: number, page: VisibleText): boolean | null {
  const rounded = [rating, Math.round(rating * 10) / 10, Math.round(rating * 2) / 2, Math.round(rating)]
  if (rounded.some((value) => showsNumber(page, value))) return true
  return rated.test(page.text) ? null : false
}
