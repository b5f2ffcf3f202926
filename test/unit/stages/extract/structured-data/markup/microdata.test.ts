import { expect } from 'chai'
import { scan } from '#stages/extract/html/scanner.ts'
import { Microdata } from '#stages/extract/structured-data/markup/microdata.ts'
import { dataOf, inShort, itemsOf } from '../page.ts'

// HTML Standard, section 5: the examples of 5.1 and 5.2 with their items.
const examples: readonly (readonly [section: string, html: string, items: readonly object[]])[] = [
  [
    '5.1.2 The basic syntax',
    `<div itemscope><p>My name is <span itemprop="name">Elizabeth</span>.</p></div>
     <div itemscope><p>My name is <span itemprop="name">Daniel</span>.</p></div>`,
    [{ name: ['Elizabeth'] }, { name: ['Daniel'] }],
  ],
  [
    '5.1.2: properties in any elements',
    `<div itemscope><p>My <em>name</em> is <span itemprop="name">E<strong>liz</strong>abeth</span>.</p></div>`,
    [{ name: ['Elizabeth'] }],
  ],
  [
    '5.1.2: addresses',
    `<div itemscope><img itemprop="image" src="google-logo.png" alt="Google"></div>`,
    [{ image: ['https://www.example.com/a/google-logo.png'] }],
  ],
  [
    '5.1.2: data',
    `<h1 itemscope><data itemprop="product-id" value="9678AOU879">The Instigator 2000</data></h1>`,
    [{ 'product-id': ['9678AOU879'] }],
  ],
  [
    '5.1.2: meter, and items within items',
    `<div itemscope itemtype="http://schema.org/Product"><span itemprop="name">Panasonic White 60L Refrigerator</span>
     <img src="panasonic-fridge-60l-white.jpg" alt="">
     <div itemprop="aggregateRating" itemscope itemtype="http://schema.org/AggregateRating">
     <meter itemprop="ratingValue" min=0 value=3.5 max=5>Rated 3.5/5</meter>
     (based on <span itemprop="reviewCount">11</span> customer reviews)</div></div>`,
    [
      {
        type: 'Product',
        name: ['Panasonic White 60L Refrigerator'],
        aggregateRating: [{ type: 'AggregateRating', ratingValue: ['3.5'], reviewCount: ['11'] }],
      },
    ],
  ],
  [
    '5.1.2: time',
    `<div itemscope>I was born on <time itemprop="birthday" datetime="2009-05-10">May 10th 2009</time>.</div>`,
    [{ birthday: ['2009-05-10'] }],
  ],
  [
    '5.1.2: itemref',
    `<div itemscope id="amanda" itemref="a b"></div>
     <p id="a">Name: <span itemprop="name">Amanda</span></p>
     <div id="b" itemprop="band" itemscope itemref="c"></div>
     <div id="c"><p>Band: <span itemprop="name">Jazz Band</span></p><p>Size: <span itemprop="size">12</span> players</p></div>`,
    [{ name: ['Amanda'], band: [{ name: ['Jazz Band'], size: ['12'] }] }],
  ],
  [
    '5.1.2: several values, several names',
    `<div itemscope><ul><li itemprop="flavor">Lemon sorbet</li><li itemprop="flavor">Apricot sorbet</li></ul>
     <span itemprop="favorite-color favorite-fruit">orange</span></div>`,
    [
      {
        flavor: ['Lemon sorbet', 'Apricot sorbet'],
        'favorite-color': ['orange'],
        'favorite-fruit': ['orange'],
      },
    ],
  ],
  [
    '5.1.3 Typed items',
    `<section itemscope itemtype="https://example.org/animals#cat"><h1 itemprop="name">Hedral</h1>
     <p itemprop="desc">Hedral is a male american domestic shorthair.</p>
     <img itemprop="img" src="hedral.jpeg" alt=""></section>`,
    [
      {
        type: 'https://example.org/animals#cat',
        name: ['Hedral'],
        desc: ['Hedral is a male american domestic shorthair.'],
        img: ['https://www.example.com/a/hedral.jpeg'],
      },
    ],
  ],
  [
    '5.1.4 Global identifiers for items',
    `<dl itemscope itemtype="https://vocab.example.net/book" itemid="urn:isbn:0-330-34032-8">
     <dt>Title <dd itemprop="title">The Reality Dysfunction <dt>Author <dd itemprop="author">Peter F. Hamilton
     <dt>Publication date <dd><time itemprop="pubdate" datetime="1996-01-26">26 January 1996</time></dl>`,
    [
      {
        type: 'https://vocab.example.net/book',
        id: 'urn:isbn:0-330-34032-8',
        title: ['The Reality Dysfunction'],
        author: ['Peter F. Hamilton'],
        pubdate: ['1996-01-26'],
      },
    ],
  ],
  [
    '5.2.3: names of other vocabularies',
    `<section itemscope itemtype="https://example.org/animals#cat"><h1 itemprop="name https://example.com/fn">Hedral</h1></section>`,
    [{ type: 'https://example.org/animals#cat', name: ['Hedral'], 'https://example.com/fn': ['Hedral'] }],
  ],
]

describe('structured data: microdata', () => {
  for (const [section, html, items] of examples) it(section, () => expect(itemsOf(html)).to.deep.equal(items))

  // 5.2.4 Values: each element with its value.
  for (const [html, value] of [
    ['<meta itemprop=v content="c">', 'c'],
    ['<meta itemprop=v>', ''],
    ['<audio itemprop=v src=a.ogg></audio>', 'https://www.example.com/a/a.ogg'],
    ['<iframe itemprop=v src="//x.example/f"></iframe>', 'https://x.example/f'],
    ['<img itemprop=v>', ''],
    ['<img itemprop=v src="http://[">', ''],
    ['<video itemprop=v src=/v.mp4><source src=w.mp4></video>', 'https://www.example.com/v.mp4'],
    ['<a itemprop=v href="../b#c">text</a>', 'https://www.example.com/b#c'],
    ['<link itemprop=v href="https://schema.org/InStock">', 'https://schema.org/InStock'],
    ['<data itemprop=v value=5>five</data>', '5'],
    ['<meter itemprop=v value=0.5>half</meter>', '0.5'],
    ['<time itemprop=v datetime=2026-01-02>yesterday</time>', '2026-01-02'],
    ['<time itemprop=v>2026-01-03</time>', '2026-01-03'],
    ['<p itemprop=v>a &amp;\n <b>b</b></p>', 'a & b'],
    // Not in the Standard: extensions of search engines.
    ['<span itemprop=v content="4.4">4,4</span>', '4.4'],
  ] as const)
    it(`5.2.4: ${html} is ${JSON.stringify(value)}`, () => {
      expect(itemsOf(`<div itemscope>${html}</div>`)).to.deep.equal([{ v: [value] }])
    })

  it('addresses are relative to the base element, wherever it stands', () => {
    const html =
      '<link itemprop=x href=y><div itemscope><a itemprop=u href=v>w</a></div><base href="https://b.example/c/">'
    expect(itemsOf(html)).to.deep.equal([{ u: ['https://b.example/c/v'] }])
  })

  it('properties belong to the innermost item, also when tags are left out', () => {
    const html = `<ul itemscope><li itemprop=e itemscope><b itemprop=n>1</b><li itemprop=e itemscope><b itemprop=n>2</b></ul>
      <p itemprop=n>3`
    expect(itemsOf(html)).to.deep.equal([{ e: [{ n: ['1'] }, { n: ['2'] }] }])
  })

  it('html, head and body can be items', () => {
    const html = `<html itemscope itemtype="https://schema.org/WebPage"><head itemscope itemtype="https://schema.org/WebSite">
      <meta itemprop=name content=site></head><body><p itemprop=name>page</p></body></html>`
    expect(itemsOf(html)).to.deep.equal([
      { type: 'WebPage', name: ['page'] },
      { type: 'WebSite', name: ['site'] },
    ])
  })

  it('template content is none', () => {
    expect(itemsOf('<template><div itemscope><b itemprop=n>x</b></div></template>')).to.deep.equal([])
  })

  it('itemref: in tree order, the first of an id, not what is inside another item', () => {
    const html = `<b id=r itemprop=n>1</b><div itemscope itemref="q r"><b itemprop=n>2</b></div>
      <div id=q><b itemprop=n>3</b><div itemscope><b itemprop=n>other</b></div></div><b id=r itemprop=n>4</b>`
    expect(itemsOf(html)[0]).to.deep.equal({ n: ['1', '2', '3'] })
  })

  it('an item inside itself is left out and reported', () => {
    const { nodes, warnings } = dataOf(
      '<div itemscope id=a itemref=b></div><div id=b itemprop=x itemscope itemref=b></div>',
    )
    expect(nodes).to.have.length(1)
    expect(inShort(warnings)).to.deep.equal(['null : an item is a property of itself'])
  })

  it('reports what is broken', () => {
    const html = `<p itemprop=name>x</p><p itemprop=url>y</p><div itemscope itemref=nowhere itemtype=Product></div>`
    const { warnings } = dataOf(html)
    expect(inShort(warnings, 'microdata-broken')).to.deep.equal([
      'null : 2 itemprop outside any itemscope',
      'null : itemref names nowhere, which no element has as id',
      'null : itemtype Product is no absolute URL',
    ])
    expect(html.slice(warnings[0]?.offset)).to.match(/^<p itemprop=name>/)
    expect(html.slice(warnings[2]?.offset)).to.match(/^<div itemscope/)
  })

  it('items stand where their start tags begin', () => {
    const html =
      '<!-- <div itemscope> --><script>"<p itemscope>"</script><i><DIV itemscope itemtype="https://schema.org/Thing"></DIV>'
    expect(html.slice(dataOf(html).nodes[0]?.offset)).to.match(/^<DIV itemscope/)
  })
})

describe('structured data: microdata options', () => {
  const read = (html: string, options: { followsRefs: boolean }) => {
    const microdata = new Microdata(options)
    scan(html, [{ attributes: ['itemscope', 'itemprop', 'id'], open: (tag) => microdata.open(tag) }])
    return microdata.facts()
  }

  it('cuts texts at 2,000 characters', () => {
    const { items } = read(`<p itemscope><b itemprop=n>${'x'.repeat(2001)}</b>`, { followsRefs: false })
    expect(items[0]?.properties[0]?.value).to.deep.equal({ text: 'x'.repeat(2000) })
  })

  it('followsRefs: without, no id is looked at', () => {
    const html = '<p itemscope itemref=r></p><b id=r itemprop=n>x</b>'
    expect(read(html, { followsRefs: false }).danglingRefs).to.deep.equal(['r'])
    expect(read(html, { followsRefs: true }).danglingRefs).to.deep.equal([])
  })
})
