import { expect } from 'chai'
import { metadataFor } from '../../pages.ts'

const links = (html: string, url?: string) =>
  metadataFor(html, { groups: ['links'], ...(url ? { url } : {}) }).links

const types: readonly (readonly [written: string, href: string, type: string, external: boolean])[] = [
  ['/x', 'https://www.example.com/x', 'internal', false],
  ['//www.example.com/x', 'https://www.example.com/x', 'internal', false],
  ['http://blog.example.com/', 'http://blog.example.com/', 'internal', false],
  ['https://example.com', 'https://example.com/', 'internal', false],
  ['https://example.org/', 'https://example.org/', 'external', true],
  ['//cdn.example.net/a', 'https://cdn.example.net/a', 'external', true],
  ['https://example.com.evil.org/', 'https://example.com.evil.org/', 'external', true],
  ['#top', 'https://www.example.com/a/page#top', 'anchor', false],
  ['#', 'https://www.example.com/a/page#', 'anchor', false],
  ['/a/page#x', 'https://www.example.com/a/page#x', 'anchor', false],
  ['/a/other#x', 'https://www.example.com/a/other#x', 'internal', false],
  ['', 'https://www.example.com/a/page', 'internal', false],
  ['mailto:a@b.c', 'mailto:a@b.c', 'mailto', false],
  ['MAILTO:a@b.c', 'mailto:a@b.c', 'mailto', false],
  ['tel:+123', 'tel:+123', 'tel', false],
  ['javascript:void(0)', 'javascript:void(0)', 'other', false],
  ['data:text/html,x', 'data:text/html,x', 'other', false],
  ['ftp://example.org/', 'ftp://example.org/', 'other', false],
  ['http://192.0.2.1/', 'http://192.0.2.1/', 'external', true],
]

describe('links', () => {
  for (const [written, href, type, external] of types)
    it(`${written || '(empty)'} is ${type}`, () =>
      expect(links(`<a href="${written}">x</a>`)).to.deep.equal([{ href, rel: null, type, external }]))

  it('users of a private suffix are different sites', () => {
    const [own, other] =
      links(
        '<a href="https://a.github.io/x">1</a><a href="https://b.github.io/">2</a>',
        'https://a.github.io/',
      ) ?? []
    expect([own?.external, other?.external]).to.deep.equal([false, true])
  })

  it('rel in lower case, null without', () => {
    const html = '<a href=/1 rel=" NoFollow  UGC ">1</a><a href=/2 rel="">2</a>'
    expect(links(html)?.map(({ rel }) => rel)).to.deep.equal(['nofollow ugc', null])
  })

  it('a and area with href, in order, each time they occur; not link, not those that cannot be parsed', () => {
    const html =
      '<link href=/no rel=x><a>no</a><a href=/1>1</a><map><area href=/2></map><a href="http://[">no</a><a href=/1>1</a><svg><a xlink:href=/3></a></svg><template><a href=/no></a></template>'
    expect(links(html)?.map(({ href }) => new URL(href).pathname)).to.deep.equal(['/1', '/2', '/1', '/3'])
  })

  it('resolves by the base, but compares with the URL of the page', () => {
    const [link] = links('<base href="https://example.org/b/"><a href="c">c</a>') ?? []
    expect(link).to.include({ href: 'https://example.org/b/c', type: 'external' })
  })

  it('leaves out a link that is longer than any address that is inspected (8,192 characters)', () => {
    const longest = `https://www.example.com/${'a'.repeat(8192 - 24)}`
    // Each of these letters takes two octets, which are escaped as three characters each.
    const html = `<a href="${longest}">1</a><a href="${longest}a">2</a><a href="/${'é'.repeat(1400)}">3</a>`
    expect(links(html)?.map(({ href }) => href)).to.deep.equal([longest])
  })

  it('cuts 100,000 links and reports it', () => {
    const html = '<a href="/x">x</a>'.repeat(100_000)
    const result = metadataFor(html, { groups: ['links'], maxLinks: 500 })
    expect(result.links).to.have.length(500)
    expect(result.truncated).to.deep.equal({ images: false, links: true })
  })
})
