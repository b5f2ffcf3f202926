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
