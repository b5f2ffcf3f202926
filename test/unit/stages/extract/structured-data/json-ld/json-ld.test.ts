import { expect } from 'chai'
import { readBlocks } from '#stages/extract/structured-data/json-ld/json-ld.ts'
import { dataOf, inShort, item, judged, script } from '../page.ts'

describe('structured data: JSON-LD blocks', () => {
  const product = '{"@context":"https://schema.org","@type":"Thing","name":"x"}'

  it('what nests deeper than anything real is an error', () => {
    const { errors } = dataOf(script(`${'[{"a":'.repeat(1_000)}1${'}]'.repeat(1_000)}`))
    expect(errors.map(({ rule, message }) => [rule, message])).to.deep.equal([
      ['jsonld-syntax', 'nested too deeply'],
    ])
  })

  it('the type attribute may be in capitals and have parameters', () => {
    const html = `<script type="Application/LD+JSON; charset=utf-8">${product}</script>`
    expect(dataOf(html).types).to.deep.equal(['Thing'])
  })

  it('leaves character references in right JSON alone: they are what the page says', () => {
    const [block] = readBlocks(['{"name":"&quot;x&quot;"}'])
    expect(block).to.deep.include({ value: { name: '&quot;x&quot;' }, isRepaired: false })
  })

  it('one broken block is one error, with place and reason, and spoils no other', () => {
    const broken = '{\n  "@type": "Thing"\n  "name": "x"\n}'
    const html = `<p>${script(broken, item('Person', { name: 'A' }))}`
    const { types, errors } = dataOf(html)
    expect(types).to.deep.equal(['Person'])
    expect(errors.map(({ rule, message }) => [rule, message])).to.deep.equal([
      ['jsonld-syntax', 'line 3, column 3: expected a comma or }'],
    ])
    expect(html.slice(errors[0]?.offset)).to.match(/^"name": "x"/)
  })

  it('an empty block is a warning', () => {
    const { errors, warnings } = dataOf(script(' \n'))
    expect(errors).to.deep.equal([])
    expect(inShort(warnings)).to.deep.equal(['null : the block is empty'])
  })

  it('asks for a context of schema.org', () => {
    const rules = (block: object) => judged(block).warnings.map(({ rule }) => rule)
    expect(rules({ '@type': 'Thing', name: 'x' })).to.deep.equal(['jsonld-no-context'])
    expect(rules({ '@context': 'https://www.w3.org/ns/activitystreams', '@type': 'Note' })).to.deep.equal([
      'jsonld-no-context',
    ])
    for (const context of [
      'http://schema.org',
      'https://schema.org/',
      'http://www.schema.org/',
      ['https://schema.org', { '@language': 'en' }],
      { '@vocab': 'https://schema.org/' },
      { schema: 'http://schema.org/' },
    ])
      expect(rules({ '@context': context, '@type': 'Thing', name: 'x' })).to.deep.equal([])
  })

  it('a graph may have the context outside or in its nodes', () => {
    const graph = [item('Person', { name: 'A' }), item('Person', { name: 'B' })]
    expect(judged({ '@graph': graph }).warnings).to.deep.equal([])
  })

  it('asks for a type', () => {
    const { warnings } = judged({ '@context': 'https://schema.org', name: 'x' })
    expect(warnings.map(({ rule }) => rule)).to.deep.equal(['jsonld-no-type'])
  })
})
