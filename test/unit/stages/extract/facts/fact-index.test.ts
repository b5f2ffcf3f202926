import { expect } from 'chai'
import { headerOf, indexFacts } from '#stages/extract/facts/fact-index.ts'
import { factsOf, fetched } from '../pages.ts'

const index = (html: string) => indexFacts(factsOf(html), fetched(html))

describe('fact index', () => {
  it('gives the tidied contents of the metas of a key, in order, without empty ones', () => {
    const { metas } = index(
      '<meta name=a content=" 1  2 "><meta property="a b" content=3><meta name=a content=" "><meta http-equiv=Refresh content=4>',
    )
    expect([metas('a'), metas('b'), metas('http-equiv:refresh'), metas('c')]).to.deep.equal([
      ['1 2', '3'],
      ['3'],
      ['4'],
      [],
    ])
  })

  it('resolves URLs against the base of the page', () => {
    const { resolve, location } = index('<base href="https://cdn.example.com/x/">')
    expect([resolve('y'), resolve('http://[')]).to.deep.equal(['https://cdn.example.com/x/y', null])
    expect(location.href).to.equal('https://www.example.com/a/page')
  })

  it('joins the JSON-LD of all blocks into one graph', () => {
    const block = (type: string) => `<script type="application/ld+json">{"@type":"${type}"}</script>`
    expect(index(block('A') + block('B')).graph.nodes).to.deep.equal([{ '@type': 'A' }, { '@type': 'B' }])
  })
})

describe('headerOf', () => {
  it('is the first line of a header, or null', () => {
    const headers = { etag: ['a', 'b'] }
    expect([headerOf({ headers }, 'etag'), headerOf({ headers }, 'date')]).to.deep.equal(['a', null])
  })
})
