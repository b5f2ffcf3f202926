import { expect } from 'chai'
import { metadataFor } from '../../pages.ts'

describe('open graph and social cards', () => {
  it('all values, the first of several, absolute addresses by the base', () => {
    const html = `<base href="https://cdn.example.com/x/">
      <meta property="og:title" content=" A &amp; B "><meta property="og:title" content="second">
      <meta name="og:description" content="by name"><meta property="og:image" content="i.png">
      <meta property="og:url" content="/p"><meta property="OG:TYPE" content="article">
      <meta property="og:site_name" content="Site">`
    expect(metadataFor(html, { groups: ['og'] }).og).to.deep.equal({
      title: 'A & B',
      description: 'by name',
      image: 'https://cdn.example.com/x/i.png',
      url: 'https://cdn.example.com/p',
      type: 'article',
      site_name: 'Site',
    })
  })

  it('null for each that is missing; data: and broken addresses are missing', () => {
    const html =
      '<meta property="og:image" content="data:image/png;base64,AA"><meta property=og:url content="http://[">'
    expect(metadataFor(html, { groups: ['og'] }).og).to.deep.equal({
      title: null,
      description: null,
      image: null,
      url: null,
      type: null,
      site_name: null,
    })
  })

  it('og:image:secure_url where og:image cannot be used', () => {
    const html = '<meta property="og:image" content=""><meta property="og:image:secure_url" content="/s.png">'
    expect(metadataFor(html, { groups: ['og'] }).og?.image).to.equal('https://www.example.com/s.png')
  })

  const image = (...written: readonly string[]) => {
    const metas = written.map((content) => `<meta property=og:image content="${content}">`).join('')
    return metadataFor(metas, { groups: ['og'] }).og?.image ?? null
  }

  it('the address as meant: escaped twice, joined with others, or without a scheme', () => {
    expect(image('https://a.example/i.jpg?w=1&amp;amp;h=2')).to.equal('https://a.example/i.jpg?w=1&h=2')
    expect(image('https://a.example/1.jpghttps://a.example/2.jpg')).to.equal('https://a.example/1.jpg')
    expect(image('https://a.example/1.jpg?k=xhttps://a.example/2.jpg?k=y')).to.equal(
      'https://a.example/1.jpg?k=x',
    )
    expect(image('https://a.example/1.jpg, https://a.example/2.jpg')).to.equal('https://a.example/1.jpg')
    expect(image('//a.example/i.jpg')).to.equal('https://a.example/i.jpg')
  })

  it('an address within an address is part of it', () => {
    for (const url of [
      'https://a.example/im_/https://b.example/i.jpg',
      'https://a.example/r.png?src=https://b.example/i.jpg',
    ])
      expect(image(url)).to.equal(url)
  })

  it('neither what a template left unfilled nor a home page is an image', () => {
    expect(image('{{ page.image }}', 'undefined', 'https://a.example/')).to.equal(null)
    expect(image('https://a.example', '/i.jpg')).to.equal('https://www.example.com/i.jpg')
  })

  it('twitter by name or property, not filled from Open Graph', () => {
    const html =
      '<meta property="og:title" content=OG><meta name="twitter:card" content="summary"><meta property="twitter:site" content="@Ex"><meta name="twitter:image:src" content="/t.png">'
    expect(metadataFor(html, { groups: ['twitter'] }).twitter).to.deep.equal({
      card: 'summary',
      title: null,
      description: null,
      image: 'https://www.example.com/t.png',
      site: '@Ex',
    })
  })
})
