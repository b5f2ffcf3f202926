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
  ['byline in a table', '<body><td><b>Autor:</b> <a href=/u/7>Jane Doe</a></td>', 'Jane Doe'],
  ['label in a block of its own', '<body><div>By</div><div>Jane Doe</div>', 'Jane Doe'],
  ['a user name behind a certain label', '<body><div>Posted by <a href=/u/7>jdoe</a> on 3 May</div>', 'jdoe'],
  ['a sentence that begins like a byline', '<body><p>By the numbers: ten<p>Von Januar bis Mai</p>', null],
  ['credits of pictures', '<body><p class=author>Photograph by <b>Jim Roe</b></p>', null],
  ['Text and Foto', '<body><p>Text: Jane Doe, Foto: Jim Roe</p>', 'Jane Doe'],
  ['name and function', '<body><p class=author>Jane Doe, Senior Editor</p>', 'Jane Doe'],
  [
    'name and date without space between',
    '<body><p class=byline>By <a>Jane Doe</a><i>22 Dec 2016</i></p>',
    'Jane Doe',
  ],
  [
    'two names in markup',
    '<body><p class=byline>By <a>Jane Doe</a> and <a>Jim Roe</a></p>',
    'Jane Doe and Jim Roe',
  ],
  ['an address of a feed', '<meta name=author content="jane@example.org (Jane Doe)">', 'Jane Doe'],
  ['a placeholder', '<body><label class=username>Username</label>', null],
  ['the account admin', '<body><a rel=author href=/author/admin>admin</a>', null],
  ['the editorial staff, where there is no person', '<body><p class=byline>von Redaktion</p>', 'Redaktion'],
  [
    'meta of a sharing service',
    '<meta name="shareaholic:article_author_name" content="Jane Doe">',
    'Jane Doe',
  ],
  ['maker of a template', '<meta name=author content="Jim Roe - http://themes.example">', null],
  [
    'label and data of a messenger, in German',
    '<meta name="twitter:label1" content="Geschrieben von"><meta name="twitter:data1" content="Jane Doe">',
    'Jane Doe',
  ],
  [
    'data for measuring scripts',
    '<script>dataLayer = [{"pagePostAuthor":"Jane Doe"}]</script><body>',
    'Jane Doe',
  ],
  ['references in JSON-LD', ld({ '@type': 'Article', author: { name: 'Jos&eacute; Roe' } }), 'José Roe'],
  [
    'an account that another source spells out',
    `${ld({ '@type': 'Article', author: { name: 'jane.doe' } })}<meta name=author content="Jane Doe">`,
    'Jane Doe',
  ],
  [
    'owner of the site stated, author shown',
    '<meta name=author content="Jim Roe"><body><h1>T</h1><a rel=author href=/j>Jane Doe</a>',
    'Jane Doe',
  ],
  [
    'account stated and shown, author at the title',
    '<meta name=author content="Jim Roe"><body><h1>T</h1><a rel=author href=/j>Jim Roe</a><p>Von Jane Doe</p>',
    'Jane Doe',
  ],
  [
    'first author stated, both shown',
    '<meta name=author content="Jane Doe"><body><h1>T</h1><p class=author>Jane Doe, Jim Roe</p>',
    'Jane Doe, Jim Roe',
  ],
  [
    'authors of other articles',
    `<body><h1>T</h1>${'<p>x</p>'.repeat(40)}${['Ann Roe', 'Ben Roe', 'Cleo Roe'].map((name) => `<div class=author>${name}</div>${'<p>x</p>'.repeat(20)}`).join('')}`,
    null,
  ],
  ['an author of a comment', '<body><ol class=comment-list><li><a rel=author>Troll</a></ol>', null],
  ['Chinese', '<body><span>作者：王小明</span>', '王小明'],
  ['Japanese', '<body><span>記者 山田太郎</span>', '山田太郎'],
  ['Russian', '<body><span>Автор: Иван Петров</span>', 'Иван Петров'],
  ['Arabic', '<body><span>بقلم: محمد علي</span>', 'محمد علي'],
  ['Hebrew', '<body><span>מאת דנה לוי</span>', 'דנה לוי'],
  ['Greek', '<body><span>Συντάκτης: Νίκος Παππάς</span>', 'Νίκος Παππάς'],
  ['French', '<body><span>Par Jean Dupont</span>', 'Jean Dupont'],
  ['Spanish', '<body><span>Por María de la Cruz</span>', 'María de la Cruz'],
  ['Italian', '<body><span>di Mario Rossi</span>', 'Mario Rossi'],
  ['Dutch', '<body><span>Door Jan de Vries</span>', 'Jan de Vries'],
  ['a handle is no name', '<meta name=author content="@jane">', null],
]

describe('author', () => {
  for (const [why, html, author] of authors) it(why, () => expect(basic(html).author).to.equal(author))
})
