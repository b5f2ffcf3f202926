import { expect } from 'chai'
import { factsOf, metadataFor } from '../../../pages.ts'

// Titles as in `document.title`: the first HTML title element, white space stripped and collapsed.
const titles: readonly (readonly [why: string, html: string, title: string | null])[] = [
  ['plain', '<title>A page</title>', 'A page'],
  ['white space and line ends', '<title>\r\n  A \t\n page\r</title>', 'A page'],
  ['character references', '<title>Q&amp;A &lt;3 &#x20AC; &hearts; &copy 1</title>', 'Q&A <3 € ♥ © 1'],
  ['markup is text in it', '<title>a <b>b</b> <!-- c --></title>', 'a <b>b</b> <!-- c -->'],
  ['svg title first', '<svg><title>icon</title></svg><title>page</title>', 'page'],
  ['svg title only', '<body><svg><title>icon</title></svg>', null],
  ['in upper case', '<TITLE>Big</TITLE>', 'Big'],
  ['two titles', '<title>one</title><title>two</title>', 'one'],
  ['in body', '<body><p>x<title>late</title>', 'late'],
  ['inside template', '<template><title>no</title></template><title>yes</title>', 'yes'],
  ['inside noscript of head', '<head><noscript><title>no</title></noscript><title>yes</title>', 'yes'],
  [
    'inside comment and script',
    '<!-- <title>a</title> --><script>"<title>b</title>"</script><title>c</title>',
    'c',
  ],
  ['svg left open before html', '<svg><path d="m0"><div><title>t</title>', 't'],
  ['never closed', '<title>open', 'open'],
  ['og:title where there is none', '<meta property=og:title content="O  G">', 'O G'],
  ['og:title where it is empty', '<title> </title><meta property=og:title content=OG>', 'OG'],
  ['twitter:title after og:title', '<meta name=twitter:title content=T>', 'T'],
  ['first h1 at last', '<body><h1>One <b>bold</b></h1><h1>Two</h1>', 'One bold'],
  ['title before og:title', '<meta property=og:title content=OG><title>T</title>', 'T'],
]

const ld = '<script type="application/ld+json">{"@type":"Article","headline":"H","name":"N"}</script>'

// What only a script would write is not in the HTML as served, so it is never taken from anywhere else.
const shells: readonly (readonly [framework: string, html: string])[] = [
  [
    'React',
    `<title></title><body><noscript><h1>You need to enable JavaScript</h1></noscript><div id=root></div>
      <script>document.title = "Shop"; window.__STATE__ = {"title":"Shop"}</script>`,
  ],
  [
    'Vue',
    `<title> </title><body><noscript><strong>We're sorry but app doesn't work without JavaScript.</strong></noscript>
      <div id=app></div><template><h1>Shop</h1></template>`,
  ],
  ['Vue in the document', '<body><div id=app><h1>{{ page.title }}</h1></div>'],
  ['Angular', '<body><app-root></app-root><script type=text/x-template><h1>Shop</h1></script>'],
  ['AngularJS', '<meta property=og:title content="{{meta.title}}"><body ng-app=shop><h1>{{title}}</h1>'],
  [
    'Next.js',
    `<body><div id=__next></div><script id=__NEXT_DATA__ type=application/json>{"props":{"title":"Shop"}}</script>
      <script>self.__next_f.push([1, "<title>Shop</title><h1>Shop</h1>"])</script>`,
  ],
  ['template literal', '<body><script>render(`<title>Shop</title><h1>Shop</h1>`)</script>'],
  ['drawing', '<body><svg><title>Menu</title><text>Shop</text></svg>'],
  ['structured data', ld],
]

describe('title of a page made by a script', () => {
  for (const [framework, html] of shells)
    it(`is null: ${framework}`, () => {
      const { title, description } = metadataFor(html, { groups: ['basic'] })
      expect([title, description]).to.deep.equal([null, null])
    })

  it('is what the tag holds, also where that is a leftover', () => {
    expect(metadataFor('<title>{{title}}</title>', { groups: ['basic'] }).title).to.equal('{{title}}')
  })
})

describe('title', () => {
  for (const [why, html, title] of titles)
    it(why, () => expect(metadataFor(html, { groups: ['basic'] }).title).to.equal(title))

  it('takes the words of a title as they are: quotes are not made smart', () => {
    expect(factsOf(`<title>"it's" - 'x'</title>`).title).to.equal(`"it's" - 'x'`)
  })
})
