import { expect } from 'chai'
import { factsOf, metadataFor } from '../pages.ts'

const photo = 'Studio photograph, taken in March by the house photographer for the catalogue.'
const own = 'A walnut table for six people, with a drawer and a runner of woven cloth, made in Ghent.'

/** What the page says of itself by `meta` with `itemprop`. */
function described(html: string) {
  const { description, author, publisher } = metadataFor(`<!doctype html><title>Table</title>${html}`, {
    groups: ['basic'],
  })
  return { description: description ?? null, author: author ?? null, publisher: publisher ?? null }
}
/** The contents of the metas that count for the property. */
const contents = (html: string, prop = 'description') =>
  factsOf(html)
    .metas.filter(({ keys }) => keys.includes(`itemprop:${prop}`))
    .map(({ content }) => content)
const meta = (content: string, prop = 'description') => `<meta itemprop=${prop} content="${content}">`
const metas = `${meta(photo)}${meta('Piet Lens', 'author')}${meta('Lens Ltd', 'publisher')}`

describe('ItemScope', () => {
  for (const [what, html] of [
    ['an image', `<div itemprop=image itemscope itemtype="https://schema.org/ImageObject">${metas}</div>`],
    ['an image that stands alone', `<div itemscope itemtype="http://schema.org/ImageObject">${metas}</div>`],
    [
      'an image without a type',
      `<div itemscope itemtype="https://schema.org/Article"><p itemprop=image itemscope>${metas}</div>`,
    ],
    [
      'an offer',
      `<div itemscope itemtype="https://schema.org/Product"><div itemprop=offers itemscope itemtype="https://schema.org/Offer">${metas}</div></div>`,
    ],
    [
      'a review',
      `<div itemscope itemtype="https://schema.org/Product"><div itemprop=review itemscope itemtype="https://schema.org/Review">${metas}</div></div>`,
    ],
    ['a review that stands alone', `<div itemscope itemtype="https://schema.org/Review">${metas}</div>`],
    [
      'a publisher',
      `<div itemscope itemtype="https://schema.org/Article"><div itemprop=publisher itemscope itemtype="https://schema.org/Organization">${metas}</div></div>`,
    ],
    [
      'an author',
      `<div itemscope itemtype="https://schema.org/Article"><div itemprop=author itemscope itemtype="https://schema.org/Person">${metas}</div></div>`,
    ],
    [
      'a part of a part',
      `<div itemprop=video itemscope><div itemprop=mainEntity itemscope itemtype="https://schema.org/Article">${metas}</div></div>`,
    ],
    [
      'a related product',
      `<div itemscope itemtype="https://schema.org/Product"><div itemprop=isRelatedTo itemscope itemtype="https://schema.org/Product">${metas}</div></div>`,
    ],
    ['a comment', `<div itemscope itemtype="https://schema.org/Comment">${metas}</div>`],
    [
      'one of several types',
      `<div itemscope itemtype="https://schema.org/Person https://schema.org/Patient">${metas}</div>`,
    ],
  ] as const) {
    it(`takes nothing for the page from ${what}`, () => {
      expect(described(`<body>${html}`)).to.deep.equal({ description: null, author: null, publisher: null })
    })

    it(`takes the page's own beside ${what}`, () => {
      const before = `<body>${html}<div itemscope itemtype="https://schema.org/Product">`
      const ownMetas = `${meta(own)}${meta('Ann Doe', 'author')}${meta('Table Maker', 'publisher')}`
      expect(described(`${before}${ownMetas}</div>`)).to.deep.equal({
        description: own,
        author: 'Ann Doe',
        publisher: 'Table Maker',
      })
    })
  }

  for (const [what, html] of [
    ['the head, without an item', `<head>${meta(own)}</head>`],
    [
      'an item of the root',
      `<html itemscope itemtype="https://schema.org/WebPage"><head>${meta(own)}</head>`,
    ],
    [
      'an item of the root, of any type',
      `<html itemscope itemtype="https://schema.org/Organization"><head>${meta(own)}</head>`,
    ],
    ['an item of the head', `<head itemscope itemtype="https://schema.org/WebSite">${meta(own)}</head>`],
    ['an item of the body', `<body itemscope itemtype="https://schema.org/Article">${meta(own)}`],
    ['the body, without an item', `<body>${meta(own)}`],
    [
      'an article',
      `<body><article itemscope itemtype="https://schema.org/NewsArticle">${meta(own)}</article>`,
    ],
    ['a recipe', `<body><div itemscope itemtype="http://schema.org/Recipe">${meta(own)}</div>`],
    [
      'the main entity',
      `<body itemscope itemtype="https://schema.org/ItemPage"><div itemprop=mainEntity itemscope itemtype="https://schema.org/Product">${meta(own)}</div>`,
    ],
    [
      'the main content',
      `<body><main itemprop=mainContentOfPage itemscope itemtype="https://schema.org/Blog"><article itemprop=blogPost itemscope itemtype="https://schema.org/BlogPosting">${meta(own)}</article></main>`,
    ],
    [
      'after an item has ended',
      `<body><div itemscope itemtype="https://schema.org/Person">${meta(photo)}</div>${meta(own)}`,
    ],
    [
      'after an item of the head',
      `<head itemscope itemtype="https://schema.org/WebSite"><title>x</title></head><body>${meta(own)}`,
    ],
    [
      'after a void element with an item',
      `<body><img itemprop=image itemscope itemtype="https://schema.org/ImageObject" src=a>${meta(own)}`,
    ],
  ] as const) {
    it(`takes what stands in ${what}`, () => {
      expect(contents(html)).to.deep.equal([own])
    })
  }

  it('takes a property of the first item that has it, with all of its values', () => {
    const post = (name: string) =>
      `<article itemscope itemtype="https://schema.org/BlogPosting">${meta(name, 'author')}${meta(`${name} 2`, 'author')}</article>`
    expect(contents(`<body>${post('Ann')}${post('Ben')}`, 'author')).to.deep.equal(['Ann', 'Ann 2'])
  })

  it('gives an element that itemref names to the item that names it', () => {
    const image = '<div itemscope itemtype="https://schema.org/ImageObject" itemref=d></div>'
    const article = '<div itemscope itemtype="https://schema.org/Article" itemref="x d"></div>'
    const named = `<div id=d>${meta(photo)}</div>`
    expect(contents(`<body>${image}${named}${meta(own)}`), 'behind').to.deep.equal([own])
    expect(contents(`<body>${named}${image}${meta(own)}`), 'before').to.deep.equal([own])
    expect(contents(`<body>${article}${named}`), 'of an article').to.deep.equal([photo])
    expect(
      contents(`<body><div itemscope itemtype="https://schema.org/Person">${named}</div>${article}`),
    ).to.deep.equal([photo])
    const itself = `<body>${image}<meta id=d itemprop=description content="${photo}">${meta(own)}`
    expect(contents(itself), 'a meta itself').to.deep.equal([own])
  })

  it('keeps other names of a meta', () => {
    const html = `<body><div itemscope itemtype="https://schema.org/Person"><meta name=description itemprop=description content=x></div>`
    expect(factsOf(html).metas.map(({ keys }) => keys)).to.deep.equal([['description']])
  })

  describe('of bylines', () => {
    const names = (html: string) => factsOf(`<body>${html}`).bylines.map(({ kind, text }) => [kind, text])

    it('leaves out the author of a part', () => {
      const review =
        '<div itemprop=review itemscope><b itemprop=author>Bob</b><i itemprop=author itemscope><u itemprop=name>Cleo</u></i></div>'
      expect(names(`<div itemscope itemtype="https://schema.org/Product">${review}</div>`)).to.deep.equal([])
    })

    it('takes the names of the author, and not of what belongs to the author', () => {
      const employer = '<span itemprop=worksFor itemscope><b itemprop=name>Daily</b></span>'
      for (const item of ['', ' itemscope itemtype="https://schema.org/Person"'])
        expect(
          names(
            `<article itemscope itemtype="https://schema.org/Article"><p itemprop=author${item}><b itemprop=name>Ann</b>${employer}</p></article>`,
          ).filter(([kind]) => kind === 'itemprop-name'),
        ).to.deep.equal([['itemprop-name', 'Ann']])
    })
  })

  describe('of RDFa', () => {
    const keys = (html: string) =>
      factsOf(`<body vocab="https://schema.org/">${html}`).metas.flatMap((one) => one.keys)
    const terms = '<meta property="author og:author" content=x><meta property=description content=x>'

    it('takes terms of the page and its items', () => {
      expect(keys(terms)).to.deep.equal(['author', 'og:author', 'description'])
      expect(keys(`<div typeof=Article>${terms}</div>`)).to.deep.equal(['author', 'og:author', 'description'])
    })

    it('takes none of their parts, and of no other items', () => {
      expect(
        keys(`<div typeof=Article><p property=image typeof=ImageObject>${terms}</p></div>`),
      ).to.deep.equal(['og:author'])
      expect(keys(`<div typeof="schema:Review">${terms}</div>`)).to.deep.equal(['og:author'])
    })
  })
})
