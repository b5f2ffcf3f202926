import { expect } from 'chai'
import { hintsOf, isPreloaded, originOf } from '#stages/score/audit/derived/resources/resource-hints.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document

describe('resource hints', () => {
  it('are links by their relation, with an absolute URL where they have one', () => {
    const document = documentOf(`<link rel="Preconnect dns-prefetch" href=//a.test><link rel=preload href=/b>
      <link rel=preconnect><link rel=preconnect href="http://[">`)
    const urls = (relation: Parameters<typeof hintsOf>[1]) =>
      hintsOf(document, relation).map(({ url }) => url)
    expect(urls('preconnect')).to.deep.equal(['https://a.test/', null, null])
    expect(urls('dns-prefetch')).to.deep.equal(['https://a.test/'])
    expect(urls('preload')).to.deep.equal(['https://www.example.com/b'])
  })
  it('are read up to 200', () => {
    expect(hintsOf(documentOf('<link rel=preload href=/a>'.repeat(201)), 'preload')).to.have.length(200)
  })
  it('have an origin where they are http or https', () => {
    expect(['http://a.test:8080/x', 'data:,a', 'no', null].map(originOf)).to.deep.equal([
      'http://a.test:8080',
      null,
      null,
      null,
    ])
  })
})

describe('an image is preloaded', () => {
  const preloaded = (link: string, image: string) => {
    const document = documentOf(link + image)
    const [element] = document.byTag('img')
    return element !== undefined && isPreloaded(document, element)
  }
  for (const [link, image, is] of [
    ['<link rel=preload href=/a>', '<img src=https://www.example.com/a>', true],
    ['<link rel=preload href=/b>', '<img src=/a>', false],
    ['<link rel=prefetch href=/a>', '<img src=/a>', false],
    ['<link rel=preload imagesrcset="/a 1x, /b 2x">', '<img srcset="/a 1x, /c 3x">', true],
    ['<link rel=preload imagesrcset="/b 1x">', '<img srcset="/a 1x">', false],
    ['<link rel=preload>', '<img>', false],
  ] as const) {
    it(`${is ? 'by' : 'not by'} ${link}: ${image}`, () => expect(preloaded(link, image)).to.equal(is))
  }
})
