import { expect } from 'chai'
import { metadataFor } from '../../pages.ts'

const basic = (html: string) => metadataFor(html, { groups: ['tier1'] })
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

describe('author', () => {
  for (const [why, html, author] of authors) it(why, () => expect(basic(html).author).to.equal(author))
})
