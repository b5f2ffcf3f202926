import { expect } from 'chai'
import {
  everyItem,
  Findings,
  itemsIn,
  pathTo,
  typeNameOf,
} from '#stages/extract/structured-data/validation/findings.ts'
import { item, judged } from '../page.ts'

const finding = { rule: 'sd-unknown-type', type: null, path: '', message: 'x', offset: 0 } as const

describe('findings', () => {
  it('are at most 1,000 of a severity, with paths of at most 500 characters', () => {
    const findings = new Findings()
    for (let count = 0; count < 1_000; count++) findings.add('warning', { ...finding, path: 'p'.repeat(600) })
    expect(findings.isCut).to.equal(false)
    findings.add('error', finding)
    findings.add('warning', finding)
    expect([findings.isCut, findings.warning.length, findings.error.length]).to.deep.equal([true, 1_000, 1])
    expect(findings.warning[0]?.path).to.have.length(500)
  })
})

describe('places of findings', () => {
  const { graph } = judged(
    item('Product', {
      offers: [{ '@type': 'Offer', seller: { '@id': '#s' } }, { '@type': 'Offer' }],
      brand: { '@type': 'Brand' },
    }),
    item('Organization', { '@id': '#s' }),
  )

  it('name the value only where there are several', () => {
    expect([pathTo('', 'a', 0, 1), pathTo('a', 'b', 1, 2)]).to.deep.equal(['a', 'a.b[1]'])
  })

  it('everyItem: each item where it is first described, parents first', () => {
    const visited = [...everyItem(graph)].map(({ node, path }) => [typeNameOf(node), path])
    expect(visited).to.deep.equal([
      ['Product', ''],
      ['Offer', 'offers[0]'],
      ['Offer', 'offers[1]'],
      ['Brand', 'brand'],
      ['Organization', ''],
    ])
  })

  it('itemsIn: follows references to items of the page', () => {
    const [, offer] = [...everyItem(graph)]
    const found = offer ? [...itemsIn(graph, offer.node, offer.path, 'seller')] : []
    expect(found.map(({ node, path }) => [typeNameOf(node), path])).to.deep.equal([
      ['Organization', 'offers[0].seller'],
    ])
  })
})
