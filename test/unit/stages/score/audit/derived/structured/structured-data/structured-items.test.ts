import { expect } from 'chai'
import {
  allItems,
  hasType,
  hasValue,
  itemsOf,
  labelOf,
  textsOf,
} from '#stages/score/audit/derived/structured/structured-data.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'
import { jsonLd, structuredPage } from '#test/support/audit/structured-page.ts'

const page = structuredPage(
  jsonLd({
    '@type': 'Product',
    name: 'Cup',
    width: 3,
    brand: { '@type': 'Brand', name: 'Cups', logo: { '@type': 'ImageObject' } },
    author: { '@id': '#ann' },
  }),
)
const { structured } = auditFacts(page)
const [product] = structured.items
if (product === undefined) throw new Error('no item')

describe('items of structured data', () => {
  it('are those within others too', () => {
    expect(allItems(structured).map(({ types }) => types[0])).to.deep.equal([
      'Product',
      'Brand',
      'ImageObject',
    ])
  })

  it('have texts, numbers as text and items by their name', () => {
    expect(textsOf(product, 'name')).to.deep.equal(['Cup'])
    expect(textsOf(product, 'width')).to.deep.equal(['3'])
    expect(textsOf(product, 'brand')).to.deep.equal(['Cups'])
    expect(textsOf(product, 'offers')).to.deep.equal([])
  })

  it('have values, be they references', () => {
    expect(hasValue(product, 'author')).to.equal(true)
    expect(hasValue(product, 'offers')).to.equal(false)
    expect(itemsOf(product, 'brand')).to.have.length(1)
    expect(itemsOf(product, 'author')).to.have.length(0)
  })

  it('are called by type and name', () => {
    expect(labelOf(product)).to.equal('Product "Cup"')
    expect(hasType(product, new Set(['Product', 'Offer']))).to.equal(true)
    expect(hasType(product, new Set(['Offer']))).to.equal(false)
  })
})
