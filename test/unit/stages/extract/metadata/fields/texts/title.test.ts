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

describe('title', () => {
  for (const [why, html, title] of titles)
    it(why, () => expect(metadataFor(html, { groups: ['basic'] }).title).to.equal(title))

  it('takes the words of a title as they are: quotes are not made smart', () => {
    expect(factsOf(`<title>"it's" - 'x'</title>`).title).to.equal(`"it's" - 'x'`)
  })
})
