import { expect } from 'chai'
import { factsOf } from '../pages.ts'

/** Where HTML Standard 13.2.6.4.4 and following put a link after this beginning of a page. */
const places: readonly (readonly [before: string, place: 'head' | 'body'])[] = [
  ['', 'head'],
  ['<html><head><title>x</title>', 'head'],
  ['<meta charset=utf-8><script>if (a < b) {}</script><style>p{}</style>', 'head'],
  ['<noscript><img src=x></noscript>', 'head'],
  ['<template><p>x</template>', 'head'],
  ['</head>', 'head'],
  ['<!-- p -->  \n', 'head'],
  ['text', 'body'],
  ['<p>', 'body'],
  ['<body>', 'body'],
  ['<img src=x>', 'body'],
  ['<iframe></iframe>', 'body'],
  ['<svg></svg>', 'body'],
  ['&nbsp;', 'body'],
  ['</head><body>', 'body'],
  ['</br>', 'body'],
  ['<title>x</title></body>', 'body'],
  ['</html>', 'body'],
  ['</p></div></title>', 'head'],
  ['<script>"</br>"</script>', 'head'],
  ['<template></br></template>', 'head'],
]

describe('head and body', () => {
  for (const [before, place] of places)
    it(`a link after ${before || 'nothing'} is in ${place}`, () => {
      const [link] = factsOf(`${before}<link rel=canonical href=/x>`).linkElements
      expect(link?.place).to.equal(place)
    })

  it('no link inside svg, template or noscript counts', () => {
    const html =
      '<template><link rel=a href=1></template><noscript><link rel=b href=2></noscript><svg><link rel=c href=3></svg><link rel=d href=4>'
    expect(factsOf(html).linkElements.map(({ href }) => href)).to.deep.equal(['4'])
  })

  it('the first base with an href counts, and only http(s)', () => {
    expect(factsOf('<base target=_top><base href="/b/"><base href="/c/">').baseUrl).to.equal(
      'https://www.example.com/b/',
    )
    expect(factsOf('<base href="data:text/html,x">').baseUrl).to.equal('https://www.example.com/a/page')
    expect(factsOf('<base href="http://[">').baseUrl).to.equal('https://www.example.com/a/page')
  })

  it('meta: property tokens and name; only `content` is its value (HTML Standard, 4.2.5)', () => {
    const html =
      '<meta property="og:title twitter:title" content=a><meta name="OG:Type" content=b><meta name=description value=c><meta name=x>'
    expect(factsOf(html).metas.map(({ keys, content }) => [keys, content])).to.deep.equal([
      [['og:title', 'twitter:title'], 'a'],
      [['og:type'], 'b'],
    ])
  })

  it('the first of several attributes of a name counts; unquoted and single-quoted values do', () => {
    const [meta] = factsOf(`<meta NAME=a name=b content='x "y" &amp; z' content=w>`).metas
    expect([meta?.keys, meta?.content]).to.deep.equal([['a'], 'x "y" & z'])
  })

  it('references in attributes follow the rules for attributes (13.2.5.73)', () => {
    const [anchor] = factsOf('<a href="?a=1&copy=2&amp;b=3&lt;4">x</a>').anchors.items
    expect(anchor?.href).to.equal('?a=1&copy=2&b=3<4')
  })
})
