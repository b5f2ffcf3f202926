import { expect } from 'chai'
import { metadataFor } from '../pages.ts'
import { dataOf, inShort, item, judged, script } from './page.ts'

const summary = (html: string) => metadataFor(html, { groups: ['schema'] }).schema_org_summary

describe('structured data: summary', () => {
  it('of a page without any: no types, valid', () => {
    expect(summary('<p>Hello')).to.deep.equal({ types: [], valid: true, errors_count: 0, warnings_count: 0 })
  })

  it('types of all syntaxes, bare, each once', () => {
    const html = `${script(item(['Product', 'Car'], { name: 'x', brand: { '@type': 'Brand' } }))}
      <div itemscope itemtype="http://schema.org/Person"></div><div vocab="https://schema.org/" typeof="Brand Place"></div>`
    expect(summary(html)?.types).to.deep.equal(['Product', 'Car', 'Brand', 'Person', 'Place'])
  })

  it('a product without offers, review and aggregateRating is an error', () => {
    const html = script(
      item('Product', { name: 'x', brand: 'y', description: 'z', image: 'https://x.example/i' }),
    )
    expect(summary(html)).to.deep.equal({
      types: ['Product'],
      valid: false,
      errors_count: 1,
      warnings_count: 0,
    })
  })

  it('an unknown property is a warning', () => {
    const html = script(item('Person', { name: 'x', nmae: 'y' }))
    expect(summary(html)).to.deep.equal({
      types: ['Person'],
      valid: true,
      errors_count: 0,
      warnings_count: 1,
    })
  })

  it('two blocks, one broken: the other counts', () => {
    const html = script('{"@type": "Product"', item('Person', { name: 'x' }))
    expect(summary(html)).to.deep.equal({
      types: ['Person'],
      valid: false,
      errors_count: 1,
      warnings_count: 0,
    })
  })
})

/** For any page the kept data is limited, and reported as a part. */
describe('structured data: bounds', () => {
  const thing = item('Thing', { name: 'x' })

  it('blocks', () => {
    const { isCut, blocks, nodes } = dataOf(script(...Array.from({ length: 1_000 }, () => thing)))
    expect([isCut, blocks]).to.deep.equal([true, 1_000])
    expect(nodes).to.have.length.within(1, 999)
  })

  it('items of JSON-LD', () => {
    const graph = Array.from({ length: 50_000 }, (_, index) => ({ '@id': `#${index}`, name: 'x' }))
    const half = { '@context': 'https://schema.org', '@graph': graph.slice(25_000) }
    const { isCut, graph: found } = dataOf(script(half, { ...half, '@graph': graph.slice(0, 25_000) }))
    expect(isCut).to.equal(true)
    expect(found.nodes).to.have.length(10_000)
  })

  it('a block that is longer than is read is no error', () => {
    const { isCut, errors } = dataOf(script(item('Thing', { name: 'x'.repeat(2_000_000) }), thing))
    expect(isCut).to.equal(true)
    expect(errors).to.deep.equal([])
  })

  it('a block without an end is one', () => {
    const { isCut, errors } = dataOf('<script type="application/ld+json">{"@type":"Thing"')
    expect(isCut).to.equal(false)
    expect(inShort(errors)).to.deep.equal([
      'null : line 1, column 17: expected a comma or }, but the text ends',
    ])
  })

  it('depth', () => {
    const { errors } = dataOf(script(`${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`))
    expect(inShort(errors)).to.deep.equal(['null : nested too deeply'])
  })

  it('findings', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`p${index}`, index]))
    const { warnings, isCut } = judged(item('Thing', many))
    expect(warnings).to.have.length(1_000)
    expect(isCut).to.equal(true)
  })

  it('types and names', () => {
    const types = Array.from({ length: 5_000 }, (_, index) => `T${index}`)
    expect(judged(item(types)).types).to.have.length(20)
    expect(judged(item('T'.repeat(100_000))).types).to.deep.equal([])
    const long = judged(item('Thing', { ['p'.repeat(100_000)]: 1 }))
    expect(long.isCut).to.equal(true)
    expect(long.warnings).to.deep.equal([])
  })

  it('items of microdata', () => {
    const { isCut, nodes } = dataOf('<p itemscope itemtype="https://schema.org/Thing"></p>'.repeat(6_000))
    expect(isCut).to.equal(true)
    expect(nodes).to.have.length(5_000)
  })

  it('items nested deeper than elements are kept', () => {
    const html = '<div itemscope itemprop=about itemtype="https://schema.org/Thing">'.repeat(5_000)
    expect(dataOf(html).graph.nodes).to.have.length(100)
  })

  it('references of microdata', () => {
    const html = `<div id=r>${'<b itemprop=name>x</b>'.repeat(1_000)}</div>${'<p itemscope itemref=r></p>'.repeat(1_000)}`
    const { isCut, graph } = dataOf(html)
    expect(isCut).to.equal(true)
    const values = graph.nodes.flatMap(({ properties }) => properties.get('name') ?? [])
    expect(values).to.have.length.within(50_000, 100_000)
  })

  it('prefixes of RDFa', () => {
    const prefixes = Array.from({ length: 1_000 }, (_, index) => `p${index}: https://schema.org/`).join(' ')
    const html = `<div prefix="${prefixes}"><p typeof="p0:Person"></p><p typeof="p999:Place"></p></div>`
    expect(dataOf(html).types).to.deep.equal(['Person'])
  })
})
