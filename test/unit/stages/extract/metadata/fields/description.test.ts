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

describe('description', () => {
  for (const [why, html, description] of descriptions)
    it(why, () => expect(basic(html).description).to.equal(description))
})
