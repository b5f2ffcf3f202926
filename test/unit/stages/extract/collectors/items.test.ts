import { expect } from 'chai'
import { factsOf } from '../pages.ts'

describe('item collector', () => {
  it('notes where each JSON-LD block and its text begin', () => {
    const html = '<p><script type="application/LD+json; x=y">{}</script><script>{}</script>'
    expect(factsOf(html).structured.blockPositions).to.deep.equal([{ start: 3, contentStart: 43 }])
    expect(html.slice(43)).to.match(/^\{\}/)
  })

  it('collects microdata and RDFa', () => {
    const [microdata, rdfa] = factsOf('<p itemscope itemtype=T></p><p vocab=V# typeof=P></p>').structured
      .markup
    expect(microdata?.items.map(({ types }) => types)).to.deep.equal([['T']])
    expect(rdfa?.items.map(({ types }) => types)).to.deep.equal([['V#P']])
  })

  it('follows itemref to elements before and behind', () => {
    const html = '<b id=x itemprop=a>1</b><p itemscope itemref="x y"></p><b id=y itemprop=b>2</b>'
    const [microdata] = factsOf(html).structured.markup
    expect(microdata?.items[0]?.properties.map(({ names, value }) => [names, value])).to.deep.equal([
      [['a'], { text: '1' }],
      [['b'], { text: '2' }],
    ])
    expect(microdata?.danglingRefs).to.deep.equal([])
  })
})

describe('item text collector', () => {
  it('keeps the first text of the properties that describe the page', () => {
    const html = `<meta itemprop=description content=" "><p itemprop="description x">a  b</p>
      <p itemprop=description>c</p><meta itemprop=publisher content=P><p itemprop=name>no</p>`
    expect(factsOf(html).itemTexts).to.deep.equal({ description: 'a b', publisher: 'P' })
  })

  it('leaves out the texts of parts, of who made it and of other subjects', () => {
    const description = (text: string) => `<p itemprop=description>${text}</p>`
    const html = `<div itemscope itemtype=https://schema.org/Person>${description('person')}</div>
      <div itemscope itemtype=https://schema.org/Product>
        <div itemprop=review itemscope>${description('review')}</div>
        <div itemprop=mainEntityOfPage itemscope>${description('product')}</div>
      </div>`
    expect(factsOf(html).itemTexts).to.deep.equal({ description: 'product' })
  })

  it('keeps long texts whole', () => {
    const long = 'word '.repeat(300).trim()
    expect(factsOf(`<p itemprop=description>${long}`).itemTexts).to.deep.equal({ description: long })
  })
})
