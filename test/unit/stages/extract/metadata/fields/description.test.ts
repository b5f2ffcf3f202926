import { expect } from 'chai'
import { metadataFor } from '../../pages.ts'

const basic = (html: string) => metadataFor(html, { groups: ['tier1'] })
const ld = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

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
    `<meta property=og:site_name content="My Blog"><meta property=og:description content="My Blog"><h1>T</h1><p>${long}${long}`,
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
  [
    'references are decoded that were escaped twice',
    `<meta name=description content="Q&amp;amp;A&amp;#8217;s: ${long}">`,
    `Q&A’s: ${long}`,
  ],
  [
    'the name of an element is no markup',
    `<meta name=description content="The &lt;canvas&gt; element: ${long}">`,
    `The <canvas> element: ${long}`,
  ],
  ['a template that was not filled', '<meta name=description content="{{ page.description }}">', null],
  [
    'the same without the title and the site before and behind it',
    `<meta name=description content="Page | ${long} - Site"><meta property=og:description content="${long}">`,
    long,
  ],
  [
    'Open Graph among excerpts',
    `<meta name=description content="${long} And …"><meta property=og:description content="${long} And on …">`,
    `${long} And on …`,
  ],
  [
    'an excerpt rather than the whole content',
    `<meta name=description content="${long} And …"><meta property=og:description content="${long.repeat(20)}">`,
    `${long} And …`,
  ],
  [
    'Open Graph before what the site says about itself on all pages',
    `${ld({ '@type': 'WebSite', description: `Slogan. ${long}` })}<meta name=description content="Slogan. ${long}">
      <meta property=og:description content="${long}">`,
    long,
  ],
  [
    'Open Graph before little more than the title',
    `<title>How the potters of the town fire their clay</title><meta property=og:description content="${long}">
      <meta name=description content="How the potters of the town fire their clay - by the editors">`,
    long,
  ],
  [
    'the article before a few words',
    `${ld({ '@type': 'NewsArticle', description: long })}<meta name=description content="My blog">`,
    long,
  ],
  [
    'a few words where the article has them too',
    `${ld({ '@type': 'NewsArticle', description: 'A short one.' })}<meta name=description content="A short one.">
      <meta property=og:description content="${long}">`,
    'A short one.',
  ],
  ['JSON-LD', ld({ '@type': 'Article', description: long }), long],
  ['JSON-LD that is escaped for HTML', ld({ '@type': 'Article', description: `<p>${long}&nbsp;</p>` }), long],
  [
    'first real paragraph',
    `<body><nav><p>${long} nav</p></nav><p>${long} notice</p><h1>T</h1><p>short</p><p>${long} <b>And</b> more.</p>`,
    `${long} And more.`,
  ],
  ['quotes stay as they are', `<meta name=description content="it's &quot;plain&quot;">`, `it's "plain"`],
]

describe('description', () => {
  for (const [why, html, description] of descriptions)
    it(why, () => expect(basic(html).description).to.equal(description))
})
