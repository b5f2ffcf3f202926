import { expect } from 'chai'
import { scan } from '#stages/extract/html/scanner.ts'
import { Rdfa } from '#stages/extract/structured-data/markup/rdfa.ts'
import { dataOf, itemsOf } from '../page.ts'

// RDFa Lite 1.1, section 2, the examples.
const examples: readonly (readonly [section: string, html: string, items: readonly object[]])[] = [
  [
    '2.1 vocab, typeof and property',
    `<p vocab="http://schema.org/" typeof="Person">My name is <span property="name">Manu Sporny</span>
     and you can give me a ring via <span property="telephone">1-800-555-0199</span>
     or visit <a property="url" href="http://manu.sporny.org/">my homepage</a>.</p>`,
    [
      {
        type: 'Person',
        name: ['Manu Sporny'],
        telephone: ['1-800-555-0199'],
        url: ['http://manu.sporny.org/'],
      },
    ],
  ],
  [
    '2.2 resource',
    `<p vocab="http://schema.org/" resource="#manu" typeof="Person">My name is <span property="name">Manu Sporny</span>
     <img property="image" src="http://manu.sporny.org/images/manu.png" /></p>`,
    [
      {
        type: 'Person',
        id: 'https://www.example.com/a/page#manu',
        name: ['Manu Sporny'],
        image: ['http://manu.sporny.org/images/manu.png'],
      },
    ],
  ],
  [
    '2.3 prefix',
    `<p vocab="http://schema.org/" prefix="ov: http://open.vocab.org/terms/" resource="#manu" typeof="Person">
     My name is <span property="name">Manu Sporny</span>. My favorite animal is the
     <span property="ov:preferredAnimal">Liger</span>.</p>`,
    [
      {
        type: 'Person',
        id: 'https://www.example.com/a/page#manu',
        name: ['Manu Sporny'],
        'http://open.vocab.org/terms/preferredAnimal': ['Liger'],
      },
    ],
  ],
]

describe('structured data: RDFa Lite', () => {
  for (const [section, html, items] of examples) it(section, () => expect(itemsOf(html)).to.deep.equal(items))

  it('property with typeof is an item within an item', () => {
    const html = `<div vocab="https://schema.org/" typeof="Product"><b property="name">x</b>
      <div property="offers" typeof="Offer"><span property="price" content="1.50">1,50</span></div></div>`
    expect(itemsOf(html)).to.deep.equal([
      { type: 'Product', name: ['x'], offers: [{ type: 'Offer', price: ['1.50'] }] },
    ])
  })

  it('values: content, datetime, resource, href, src, text, in that order', () => {
    const html = `<div vocab="https://schema.org/" typeof="Thing"><a property="a" content="1" href="2">3</a>
      <time property="b" datetime="4">5</time><span property="c" resource="/6">7</span><link property="d" href="/8">
      <img property="e" src="/9"><p property="f">10</p></div>`
    const at = 'https://www.example.com/'
    expect(itemsOf(html)).to.deep.equal([
      { type: 'Thing', a: ['1'], b: ['4'], c: [`${at}6`], d: [`${at}8`], e: [`${at}9`], f: ['10'] },
    ])
  })

  it('prefixes that need no declaration', () => {
    expect(dataOf('<div typeof="schema:Person"><b property="schema:name">x</b></div>').types).to.deep.equal([
      'Person',
    ])
  })

  it('words without a vocabulary mean nothing', () => {
    expect(itemsOf('<div typeof="Product"><b property="name">x</b></div>')).to.deep.equal([])
  })

  it('Open Graph is no item', () => {
    expect(
      itemsOf('<html prefix="og: http://ogp.me/ns#"><meta property="og:title" content="x">'),
    ).to.deep.equal([])
  })

  it('a vocabulary holds inside its element only', () => {
    const html = '<div vocab="https://schema.org/"><p typeof=Person></p></div><p typeof=Product></p>'
    expect(dataOf(html).types).to.deep.equal(['Person'])
  })

  it('is read beside microdata and JSON-LD, in document order', () => {
    const html = `<p vocab="https://schema.org/" typeof="Person"></p><p itemscope itemtype="https://schema.org/Place"></p>
      <script type="application/ld+json">{"@context":"https://schema.org","@type":"Thing"}</script>`
    const { types, nodes } = dataOf(html)
    expect(types).to.deep.equal(['Person', 'Place', 'Thing'])
    expect(nodes.map(({ source }) => source)).to.deep.equal(['rdfa', 'microdata', 'json-ld'])
  })
})

describe('Rdfa', () => {
  it('cuts texts at 2,000 characters', () => {
    const rdfa = new Rdfa()
    const html = `<p vocab="https://schema.org/" typeof=Thing><b property=name>${'x'.repeat(2001)}</b>`
    scan(html, [{ attributes: ['typeof', 'property'], open: (tag) => rdfa.open(tag) }])
    expect(rdfa.facts().items[0]?.properties[0]?.value).to.deep.equal({ text: 'x'.repeat(2000) })
  })
})
