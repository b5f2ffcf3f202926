import { expect } from 'chai'
import { metadataFor } from '../../pages.ts'

const basic = (html: string, headers?: Record<string, string[]>) =>
  metadataFor(html, { groups: ['tier1'], ...(headers ? { headers } : {}) })
const ld = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

const authors: readonly (readonly [why: string, html: string, author: string | null])[] = [
  ['nobody', '<p>x', null],
  ['meta', '<meta name=author content=" Jane  Doe ">', 'Jane Doe'],
  ['meta with "By"', '<meta name=author content="By Jane Doe">', 'Jane Doe'],
  [
    'address as article:author is none',
    '<meta property="article:author" content="https://facebook.com/x">',
    null,
  ],
  ['name as article:author', '<meta property="article:author" content="Jane Doe">', 'Jane Doe'],
  [
    'JSON-LD, two in order',
    ld({ '@type': 'NewsArticle', author: [{ name: 'Jane Doe' }, { name: 'John Roe' }] }),
    'Jane Doe, John Roe',
  ],
  ['JSON-LD, a string', ld({ '@type': 'Article', author: 'Jane Doe' }), 'Jane Doe'],
  [
    'JSON-LD, a reference into the graph',
    ld({
      '@graph': [
        { '@type': 'Article', author: { '@id': '#p' } },
        { '@type': 'Person', '@id': '#p', name: 'Jane Doe' },
      ],
    }),
    'Jane Doe',
  ],
  [
    'JSON-LD, an organization',
    ld({ '@type': 'BlogPosting', author: { '@type': 'Organization', name: 'Acme' } }),
    'Acme',
  ],
  [
    'several metas',
    '<meta name=author content="Jane Doe"><meta name=author content="John Roe">',
    'Jane Doe, John Roe',
  ],
  ['semicolons', '<meta name=author content="Jane Doe; John Roe">', 'Jane Doe, John Roe'],
  ['rel=author', '<body><a rel="author" href="/jane">Jane Doe</a>', 'Jane Doe'],
  [
    'itemprop with a name inside',
    '<body><span itemprop=author itemscope>By <b itemprop=name>Jane Doe</b>, editor</span>',
    'Jane Doe',
  ],
  ['byline', '<body><p class="byline">By Jane Doe | 3 May 2024</p>', 'Jane Doe'],
  ['byline with a nobiliary particle', '<body><p class="byline">Walter von Aachen</p>', 'Walter von Aachen'],
  [
    'German byline with date',
    '<body><div class="entry-author">von Max Muster am 3.5.2024</div>',
    'Max Muster',
  ],
  ['class of a commenter', '<body><div class="comment-author">Troll</div>', null],
  ['address of an author page', '<body><a href="/author/jane/">Jane Doe</a>', 'Jane Doe'],
  [
    'other articles far below',
    `<body><a rel=author href=/j>Jane Doe</a>${'<p>x</p>'.repeat(50)}<a rel=author href=/k>Kim Poe</a>`,
    'Jane Doe',
  ],
  [
    'a person before the site itself',
    '<meta property=og:site_name content="The Post"><meta name=author content="The Post"><body><a rel=author href=/j>Jane Doe</a>',
    'Jane Doe',
  ],
  [
    'the site where there is no person',
    '<meta property=og:site_name content="The Post"><meta name=author content="The Post">',
    'The Post',
  ],
  ['author links in the footer', '<body><footer><a href="/author/x">Webmaster</a></footer>', null],
  ['a handle is no name', '<meta name=author content="@jane">', null],
]

const long = 'A description that is long enough to say what the page is all about, really.'
const descriptions: readonly (readonly [why: string, html: string, description: string | null])[] = [
  ['none', '<p>short', null],
  ['meta', '<meta name=Description content=" a \n b ">', 'a b'],
  [
    'meta before Open Graph',
    `<meta property=og:description content="OG ${long}"><meta name=description content="${long}">`,
    long,
  ],
  [
    'Open Graph before an excerpt that was cut',
    `<meta name=description content="${long}..."><meta property=og:description content="${long}">`,
    long,
  ],
  [
    'the whole before its beginning, which was cut without a word',
    `<meta name=description content="${long.slice(0, 60)}"><meta name=twitter:description content="${long}">`,
    long,
  ],
  [
    'a sentence of its own, though another one goes on',
    `<meta name=description content="${long}"><meta property=og:description content="${long} And on, and …">`,
    long,
  ],
  [
    'the name of the site describes nothing',
    `<meta property=og:site_name content="My Blog"><meta property=og:description content="My Blog"><p>${long}${long}`,
    `${long}${long}`,
  ],
  [
    'Open Graph before a few words',
    `<meta name=description content="My blog"><meta property=og:description content="${long}">`,
    long,
  ],
  [
    'a few words where there is no more',
    '<meta name=description content="My blog"><meta property=og:description content="Other">',
    'My blog',
  ],
  [
    'an empty meta is none',
    `<meta name=description content=" "><meta name=twitter:description content="${long}">`,
    long,
  ],
  ['markup is taken out', `<meta property=og:description content="&lt;p&gt;${long}&lt;/p&gt;">`, long],
  ['JSON-LD', ld({ '@type': 'Article', description: long }), long],
  [
    'first real paragraph',
    `<body><nav><p>${long} nav</p></nav><p>short</p><p>${long} <b>And</b> more.</p>`,
    `${long} And more.`,
  ],
  ['quotes stay as they are', `<meta name=description content="it's &quot;plain&quot;">`, `it's "plain"`],
]

const languages: readonly (readonly [why: string, html: string, language: string | null, header?: string])[] =
  [
    ['none', '<p>x', null],
    ['html lang', '<html lang="de">', 'de'],
    ['underscore and case', '<html lang="en_us">', 'en-US'],
    ['script', '<html lang="zh-hans">', 'zh-Hans'],
    ['html lang before og:locale', '<html lang="de"><meta property=og:locale content=en_US>', 'de'],
    ['og:locale', '<meta property=og:locale content=pt_BR>', 'pt-BR'],
    ['x-default is no language', '<html lang="x-default"><meta property=og:locale content=fr_FR>', 'fr-FR'],
    ['rubbish', '<html lang="{{lang}}">', null],
    ['xml:lang', '<html xml:lang="it">', 'it'],
    ['http-equiv', '<meta http-equiv="Content-Language" content="sv, en">', 'sv'],
    ['header', '<p>x', 'nl', 'nl'],
  ]

describe('texts', () => {
  for (const [why, html, author] of authors)
    it(`author: ${why}`, () => expect(basic(html).author).to.equal(author))
  for (const [why, html, description] of descriptions)
    it(`description: ${why}`, () => expect(basic(html).description).to.equal(description))
  for (const [why, html, language, header] of languages)
    it(`language: ${why}`, () => {
      expect(basic(html, header ? { 'content-language': [header] } : undefined).language).to.equal(language)
    })

  it('keywords: one separator, none twice', () => {
    expect(basic('<meta name=keywords content="a,b ; c,, a , ">').keywords).to.equal('a, b, c')
    expect(
      basic('<meta property=article:tag content=x><meta property=article:tag content=y>').keywords,
    ).to.equal('x, y')
    expect(basic('').keywords).to.equal(null)
  })

  it('publisher: from structured data, never an address, at last the site', () => {
    expect(basic(ld({ '@type': 'Article', publisher: { name: 'Acme' } })).publisher).to.equal('Acme')
    expect(
      basic(
        '<meta property=article:publisher content="https://facebook.com/x"><meta property=og:site_name content=Site>',
      ).publisher,
    ).to.equal('Site')
  })

  it('site_name: Open Graph, WebSite, application name', () => {
    expect(
      basic('<meta name=application-name content=App><meta property=og:site_name content=Site>').site_name,
    ).to.equal('Site')
    expect(
      basic(`<meta name=application-name content=App>${ld({ '@type': 'WebSite', name: 'Web' })}`).site_name,
    ).to.equal('Web')
    expect(basic('<meta name=application-name content=App>').site_name).to.equal('App')
  })

  it('viewport, theme_color and generator as they stand, the first of several', () => {
    const html =
      '<meta name=viewport content="width=device-width, initial-scale=1"><meta name=theme-color content="#FFF"><meta name=theme-color content=black media="(x)"><meta name=generator content="WordPress 6.5">'
    expect(basic(html)).to.include({
      viewport: 'width=device-width, initial-scale=1',
      theme_color: '#FFF',
      generator: 'WordPress 6.5',
    })
    expect(basic('')).to.include({ viewport: null, theme_color: null, generator: null })
  })
})
