import type { StructuredItem } from '#shared/messages/payloads/structured-data.ts'
import { itemEvidence, itemsOf, labelOf, textsOf } from '../../../derived/structured/structured-data.ts'
import { plainText } from '../../../derived/title/titles.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const sdDuplicateConflict = rule({
  id: 'sd-duplicate-conflict',
  severity: 'warning',
  title: 'Contradictory structured data',
  passTitle: 'Structured data is consistent',
  why: 'If two items describe the same thing with different prices, ratings or dates, it is unclear which one is right.',
  fix: 'Describe each thing once, or fill all descriptions from the same source.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/sd-policies',
  needs: ['document', 'structured'],
  messages: {
    conflict:
      '{affected} of {total} {total:thing|things} described several times {affected:has|have} contradictory descriptions: {first}',
  },

  check({ document, structured }) {
    const groups = [...byIdentity(structured.items).values()].filter(({ length }) => length > 1)
    if (groups.length === 0) return notApplicable
    const conflicts = groups.flatMap((items) => conflictIn(items) ?? [])
    const [first] = conflicts
    if (first === undefined) return pass
    const extent = { affected: conflicts.length, total: groups.length }
    const evidence = conflicts.map(({ item, text }) => itemEvidence(document, item, text))
    return fail('conflict', { values: { first: first.text }, evidence, extent })
  },
})

/** Items grouped by type and name. */
function byIdentity(items: readonly StructuredItem[]): Map<string, StructuredItem[]> {
  const groups = new Map<string, StructuredItem[]>()
  for (const item of items) {
    const name = textsOf(item, 'name')[0] ?? textsOf(item, 'headline')[0] ?? ''
    if (name === '' || item.types.length === 0) continue
    const key = `${item.types[0]} ${plainText(name.slice(0, 500))}`
    const group = groups.get(key) ?? []
    group.push(item)
    groups.set(key, group)
  }
  return groups
}

/** Properties that distinguish things of the same name: variants of a product, performances of an event. */
const marks = ['sku', 'mpn', 'gtin', 'gtin13', 'startDate', 'url', 'color', 'size']

function isSameThing(one: StructuredItem, other: StructuredItem): boolean {
  return marks.every((mark) => {
    const [own] = textsOf(one, mark)
    const [its] = textsOf(other, mark)
    return own === undefined || its === undefined || own === its
  })
}

const compared: readonly { property: string; valuesOf(item: StructuredItem): string[] }[] = [
  {
    property: 'price',
    valuesOf: (item) => itemsOf(item, 'offers').flatMap((offer) => numbers(textsOf(offer, 'price'))),
  },
  {
    property: 'priceCurrency',
    valuesOf: (item) => itemsOf(item, 'offers').flatMap((offer) => textsOf(offer, 'priceCurrency')),
  },
  {
    property: 'ratingValue',
    valuesOf: (item) =>
      itemsOf(item, 'aggregateRating').flatMap((rating) => numbers(textsOf(rating, 'ratingValue'))),
  },
  {
    property: 'datePublished',
    valuesOf: (item) => textsOf(item, 'datePublished').map((text) => text.slice(0, 10)),
  },
]

/** `9.90` and `9.9` are equal. */
function numbers(texts: readonly string[]): string[] {
  return texts.map((text) => (text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text))
}

function conflictIn(items: readonly StructuredItem[]): { item: StructuredItem; text: string } | null {
  for (const { property, valuesOf } of compared) {
    const told = items
      .map((item) => ({ item, values: valuesOf(item) }))
      .filter(({ values }) => values.length > 0)
    const [first, ...others] = told
    if (first === undefined) continue
    const other = others.find(
      ({ item, values }) =>
        isSameThing(first.item, item) && !values.some((value) => first.values.includes(value)),
    )
    if (other === undefined) continue
    const text = `${labelOf(other.item)} ${property}: ${first.values[0]} and ${other.values[0]}`
    return { item: other.item, text }
  }
  return null
}
