import { expect } from 'chai'
import { toStructuredDataInput } from '#stages/extract/audit/structured-data-input.ts'
import { structuredDataOf } from '#stages/extract/structured-data/structured-data.ts'
import { factsOf } from '../pages.ts'

const input = (html: string) => toStructuredDataInput(structuredDataOf({ facts: factsOf(html) }))
const jsonLd = (value: unknown) =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`
const context = 'https://schema.org'

describe('toStructuredDataInput', () => {
  it('copies the tree of items as plain data', () => {
    const html = `<title>x</title>${jsonLd({
      '@context': context,
      '@type': ['Product', 'https://other.example/Thing'],
      '@id': 'https://shop.example/#p',
      name: 'Hat',
      offers: { '@type': 'Offer', price: 5, seller: { '@id': 'https://shop.example/#s' } },
    })}`
    const { items, blocks, isCut } = input(html)
    const offset = html.indexOf('<script')
    expect(JSON.parse(JSON.stringify(items))).to.deep.equal(items)
    expect(items).to.deep.equal([
      {
        syntax: 'json-ld',
        types: ['Product', 'https://other.example/Thing'],
        id: 'https://shop.example/#p',
        offset,
        properties: {
          name: ['Hat'],
          offers: [
            {
              syntax: 'json-ld',
              types: ['Offer'],
              id: null,
              offset,
              properties: { price: [5], seller: [{ ref: 'https://shop.example/#s' }] },
            },
          ],
        },
      },
    ])
    expect({ blocks, isCut }).to.deep.equal({ blocks: 1, isCut: false })
  })

  it('keeps findings with their severity', () => {
    const { findings } = input(jsonLd('{"@context": "https://schema.org", "@type": "Hat",,}'))
    const [error] = findings.filter(({ severity }) => severity === 'error')
    expect(error).to.include({ rule: 'jsonld-syntax', type: null, path: '' })
    const retired = input(jsonLd({ '@context': context, '@type': 'HowTo', name: 'x' })).findings
    expect(retired.map(({ rule, severity }) => [rule, severity])).to.deep.include([
      'sd-rich-result-retired',
      'notice',
    ])
  })

  it('keeps properties such as __proto__', () => {
    const [item] = input(
      jsonLd('{"@context": "https://schema.org", "@type": "Thing", "__proto__": "a", "constructor": "b"}'),
    ).items
    expect(Object.keys(item?.properties ?? {})).to.include('constructor')
  })

  it('stays small for 1,000 blocks, deep ones and long ones', () => {
    const block = jsonLd({
      '@context': context,
      '@type': 'Thing',
      name: 'x'.repeat(1000),
      sameAs: Array(200).fill('y'),
    })
    let deep: object = { '@type': 'Thing', name: 'end' }
    for (let depth = 0; depth < 50; depth++) deep = { '@type': 'Thing', subjectOf: deep }
    const long = jsonLd({ '@context': context, '@type': 'Thing', name: 'z'.repeat(500_000) })
    for (const html of [block.repeat(1000), jsonLd({ '@context': context, ...deep }), long]) {
      const found = input(html)
      expect(found.isCut).to.equal(true)
      expect(JSON.stringify(found).length).to.be.below(3_000_000)
    }
    expect(input(block.repeat(1000)).blocks).to.equal(1000)
  })
})
