import { expect } from 'chai'
import { answeredImages, faultyImages, pageImages } from '#stages/score/audit/derived/images/page-images.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const html =
  '<base href="/i/"><img src="a.png"><img src=" a.png#x"><img src="data:image/gif;base64,R0"><img><img src="//b.test/c">'
const probes = {
  'https://www.example.com/i/a.png': { contentType: 'Image/PNG; a=b', headers: { 'content-length': '12' } },
}

describe('images of a page', () => {
  it('are http(s) files, each once', () => {
    const urls = pageImages(auditFacts({ html }).document).map(({ url }) => url)
    expect(urls).to.deep.equal(['https://www.example.com/i/a.png', 'https://b.test/c'])
  })

  it('have a type and a length where the answer has them', () => {
    const told = answeredImages(auditFacts({ html, probes })).map(({ type, bytes }) => ({ type, bytes }))
    expect(told).to.deep.equal([
      { type: 'image/png', bytes: 12 },
      { type: '', bytes: null },
    ])
  })

  it('are faulty, undecided or not applicable', () => {
    const images = answeredImages(auditFacts({ html, probes }))
    const { found } = faultyImages(images, ({ type }) => (type === '' ? { unknown: 'x' } : 'heavy'))
    expect(found?.extent).to.deep.equal({ affected: 1, total: 2 })
    expect(found?.evidence[0]?.value).to.equal('https://www.example.com/i/a.png (heavy)')
    expect(faultyImages(images, () => ({ unknown: 'x' })).otherwise).to.deep.equal({
      kind: 'not_decidable',
      reason: 'x',
    })
    expect(faultyImages([], () => null).otherwise).to.deep.equal({ kind: 'not_applicable' })
    expect(faultyImages(images, () => null)).to.deep.equal({ found: null, otherwise: null })
  })
})
