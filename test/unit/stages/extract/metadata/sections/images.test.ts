import { expect } from 'chai'
import { indexFacts } from '#stages/extract/facts/fact-index.ts'
import { metadataLookups } from '#stages/extract/metadata/lookups-needed.ts'
import { largestImage } from '#stages/extract/metadata/sections/images.ts'
import { factsOf, fetched, metadataFor } from '../../pages.ts'

const origin = 'https://www.example.com'

describe('images', () => {
  it('is cut at max_images and reports it', () => {
    const html = '<img src=/1><img src=/2><img src=/3>'
    const at = (maxImages: number) => metadataFor(html, { groups: ['media'], maxImages })
    expect(at(2).images).to.have.length(2)
    expect(at(2).truncated).to.deep.equal({ images: true, links: false })
    expect(at(3).truncated).to.deep.equal({ images: false, links: false })
  })

  it('looks up the colour of og:image, twitter:image, the largest image and the largest icon', () => {
    const html = `<link rel=icon href=/16.png sizes=16x16><link rel=apple-touch-icon href=/180.png sizes=180x180>
      <link rel=mask-icon href=/mask.svg sizes=999x999>
      <meta name=twitter:image content=/tw.png><meta property=og:image content=/og.png>
      <img src=/small.png width=10 height=10><img src=/big.png width=100 height=50><img src=/unknown.png>`
    expect(metadataLookups(factsOf(html), fetched(html), ['tier3']).colourImages).to.deep.equal(
      ['/og.png', '/tw.png', '/big.png', '/180.png'].map((path) => origin + path),
    )
    expect(metadataLookups(factsOf(html), fetched(html), ['basic']).colourImages).to.deep.equal([])
  })

  it('takes an image of the content for the largest, not one of the frame, an emblem or a tracker', () => {
    const largest = (html: string) =>
      largestImage(indexFacts(factsOf(html), fetched(html)))?.replace(origin, '')
    const sized = 'width=300 height=100'
    expect(largest(`<header><img src=/a.png ${sized}></header><main><img src=/b.jpg></main>`)).to.equal(
      '/b.jpg',
    )
    expect(largest(`<img src=/site-logo.png ${sized}><img src=/b.jpg>`)).to.equal('/b.jpg')
    expect(largest(`<img src=/a.png alt=Logo ${sized}><img src=/b.jpg>`)).to.equal('/b.jpg')
    expect(largest(`<img src=/close.svg><img src=/b.jpg><img src=/c.jpg>`)).to.equal('/b.jpg')
    expect(largest('<img src=/a.png width=16 height=16><img src=/b.jpg>')).to.equal('/b.jpg')
    expect(largest('<img src=/count width=1 height=1><img src=/logo.svg>')).to.equal('/logo.svg')
    expect(largest('<img src=/blank.gif>')).to.equal(undefined)
  })
})
