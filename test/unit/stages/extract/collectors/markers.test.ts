import { expect } from 'chai'
import { factsOf } from '../pages.ts'

const markersOf = (html: string) => factsOf(html).markers

describe('marker collector', () => {
  it('collects the markers of signatures, each once', () => {
    expect(markersOf('<div id=__next><p id=__next><p id=other data-reactroot></div>')).to.deep.equal([
      'id:__next',
      'attribute:data-reactroot',
    ])
  })

  it('collects URLs of frames, also of those that load after a click or consent', () => {
    const html =
      '<iframe src=a></iframe><iframe data-src=b></iframe><iframe src=about:blank data-src=c></iframe><iframe></iframe>'
    expect(markersOf(html)).to.deep.equal(['frame:a', 'frame:b', 'frame:c'])
  })

  it('collects images inside noscript only', () => {
    expect(markersOf('<img src=a><noscript><img src=b width=1 height=1></noscript>')).to.deep.equal([
      'pixel:b',
    ])
  })

  it('keeps 2,048 characters of a URL and 200 URLs', () => {
    const [long] = markersOf(`<iframe src="${'x'.repeat(3_000)}"></iframe>`)
    expect(long).to.equal(`frame:${'x'.repeat(2_048)}`)
    const many = Array.from({ length: 300 }, (_, index) => `<iframe src=${index}></iframe>`)
    expect(markersOf(many.join(''))).to.have.length(200)
  })
})
