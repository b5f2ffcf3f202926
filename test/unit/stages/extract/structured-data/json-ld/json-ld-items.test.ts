import { expect } from 'chai'
import { dataOf, inShort, item, itemsOf, judged, plainItem, script } from '../page.ts'

describe('structured data: items of JSON-LD', () => {
  it('of graphs, arrays and nested ones, types in order of appearance', () => {
    const html = script(
      { '@context': 'https://schema.org', '@graph': [{ '@type': 'WebSite' }, [{ '@type': 'WebPage' }]] },
      [item(['Product', 'Car'], { brand: { '@type': 'Brand' } }), item('WebSite')],
    )
    expect(dataOf(html).types).to.deep.equal(['WebSite', 'WebPage', 'Product', 'Car', 'Brand'])
  })

  it('have bare names, however schema.org is written', () => {
    const html = script(
      item('http://schema.org/Thing', { 'http://schema.org/name': 'a' }),
      { '@context': { s: 'https://schema.org/' }, '@type': 's:Thing', 's:name': 'b' },
      item('schema:Thing', { 'schema:name': 'c' }),
      { '@context': { '@vocab': 'https://schema.org/', label: 'name' }, '@type': 'Thing', label: 'd' },
      { '@context': 'https://schema.org', type: 'Thing', id: 'https://x.example/#e', name: 'e' },
    )
    expect(itemsOf(html)).to.deep.equal([
      { type: 'Thing', name: ['a'] },
      { type: 'Thing', name: ['b'] },
      { type: 'Thing', name: ['c'] },
      { type: 'Thing', name: ['d'] },
      { type: 'Thing', id: 'https://x.example/#e', name: ['e'] },
    ])
  })

  it('have the terms of all contexts around them; of several definitions the innermost, and there the last, counts', () => {
    const context = [{ s: 'https://schema.org/', n: 's:name' }, { n: 's:url' }]
    const inner = { '@context': { n: 's:alternateName', p: 's:price' }, '@type': 's:Offer', n: 'b', p: 1 }
    const outer = {
      '@context': context,
      '@type': 's:Product',
      n: 'a',
      's:offers': inner,
      's:brand': { n: 'c' },
    }
    expect(itemsOf(script(outer))).to.deep.equal([
      {
        type: 'Product',
        url: ['a'],
        offers: [{ type: 'Offer', alternateName: ['b'], price: [1] }],
        brand: [{ url: ['c'] }],
      },
    ])
  })

  it('of other vocabularies keep their addresses and are not among the types', () => {
    const { types, nodes, warnings } = judged(
      item('foaf:Person', { '@context': ['https://schema.org', { foaf: 'http://xmlns.com/foaf/0.1/' }] }),
    )
    expect(types).to.deep.equal([])
    expect(nodes[0]?.otherTypes).to.deep.equal(['http://xmlns.com/foaf/0.1/Person'])
    expect(warnings).to.deep.equal([])
  })

  it('values: lists, sets and typed values are unwrapped, null is none', () => {
    const [node] = itemsOf(
      script(
        item('Thing', {
          name: [{ '@value': 'a', '@language': 'en' }, null, 'b'],
          url: { '@list': ['c'] },
          sameAs: { '@set': ['d', 'e'] },
        }),
      ),
    )
    expect(node).to.deep.equal({ type: 'Thing', name: ['a', 'b'], url: ['c'], sameAs: ['d', 'e'] })
  })

  it('references reach items of other blocks, relative ids those of the page', () => {
    const { nodes, graph, errors } = dataOf(
      script(
        item('DiscussionForumPosting', { author: { '@id': '#p' }, datePublished: '2026-01-01', text: 'x' }),
        item('Person', { '@id': 'https://www.example.com/a/page#p', name: 'Ann' }),
      ),
    )
    const author = nodes[0]?.properties.get('author')?.[0] ?? ''
    expect(graph.nodeOf(author)?.properties.get('name')).to.deep.equal(['Ann'])
    expect(errors).to.deep.equal([])
  })

  it('what a reference leads to is judged where it is used', () => {
    const posting = { author: { '@id': '#p' }, datePublished: '2026-01-01', text: 'x' }
    const { errors } = judged(item('DiscussionForumPosting', posting), item('Person', { '@id': '#p' }))
    expect(inShort(errors)).to.deep.equal(['Person author.name: name is required'])
  })

  it('with the same id are one item, judged once', () => {
    const { nodes, graph, errors } = judged(
      item('Product', { '@id': '#p', name: 'x' }),
      item('Product', { '@id': '#p', name: 'y', review: { '@type': 'Review' } }),
    )
    expect(graph.nodes.map(({ types }) => types[0])).to.deep.equal(['Product', 'Review'])
    expect(nodes.map(plainItem)).to.deep.equal([
      { type: 'Product', id: 'https://www.example.com/a/page#p', name: ['x'], review: [{ type: 'Review' }] },
    ])
    expect(errors.filter(({ type }) => type === 'Product')).to.deep.equal([])
  })

  it('blank nodes are those of their block', () => {
    const block = (name: string) => item('Thing', { '@id': '_:b', name })
    expect(judged(block('x'), block('y')).nodes).to.have.length(2)
  })

  it('circles of references end', () => {
    const { types, graph } = judged(
      item('Person', { '@id': '#a', knows: { '@id': '#b' } }),
      item('Person', { '@id': '#b', knows: [{ '@id': '#a' }, { '@id': '#b' }] }),
    )
    expect(types).to.deep.equal(['Person'])
    expect(graph.nodes).to.have.length(2)
  })

  it('a name like __proto__ is a name like any other', () => {
    const text =
      '{"@context":"https://schema.org","@type":"Thing","__proto__":{"@type":"Person","polluted":"yes"}}'
    const { types, nodes } = dataOf(script(text))
    expect(types).to.deep.equal(['Thing', 'Person'])
    expect([...(nodes[0]?.properties.keys() ?? [])]).to.deep.equal(['__proto__'])
    expect(({} as Record<string, unknown>).polluted).to.equal(undefined)
  })

  it('stand where their block begins', () => {
    const html = `<!doctype html><!-- <script> --><title>x</title>${script(item('Thing'))}`
    expect(html.slice(dataOf(html).nodes[0]?.offset)).to.match(/^<script type="application\/ld\+json">/)
  })
})
