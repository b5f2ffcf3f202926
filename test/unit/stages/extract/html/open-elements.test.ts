import { expect } from 'chai'
import { factsOf } from '../pages.ts'

const headings = (html: string) => factsOf(html).headings.map(({ text }) => text)

// HTML Standard, 13.2.6: elements that end without an end tag.
const cases: readonly (readonly [why: string, html: string, headings: readonly string[]])[] = [
  ['blocks in a heading are parted by a space', '<h1>a<div>b</div>c</h1>', ['a b c']],
  ['inline tags are not', '<h1>a<b>b</b>c</h1>', ['abc']],
  ['br is', '<h1>a<br>b</h1>', ['a b']],
  ['stray end tags are nothing', '<h1>a</b></i></section>b</h1>', ['ab']],
  ['a link that is never closed', '<h1><a href=x>a</h1><h2>b</h2>', ['a', 'b']],
  ['misnested formatting', '<h1><b>a</h1></b><h2>b</h2>', ['a', 'b']],
  ['script inside', '<h1>a<script>"</h1>"</script>b</h1>', ['ab']],
  ['comment inside', '<h1>a<!-- </h1> -->b</h1>', ['ab']],
  [
    'svg text inside counts, its title does not',
    '<h1><svg><title>no</title><text>a</text></svg>b</h1>',
    ['ab'],
  ],
  ['self-closing svg elements end themselves', '<h1><svg><path/><g/></svg>a</h1>', ['a']],
  ['self-closing HTML elements do not', '<h1>a<span/>b</h1>', ['ab']],
  ['CDATA is text in svg', '<h1><svg><text><![CDATA[a<b]]></text></svg></h1>', ['a<b']],
  ['… and a comment in HTML', '<h1>a<![CDATA[x]]>b</h1>', ['ab']],
  [
    'a paragraph around svg stays open for HTML in it',
    '<h1><p><svg><foreignObject><div>a</div></foreignObject></svg>b</p></h1>',
    ['a b'],
  ],
  ['a cell ends with the table around', '<table><tr><td><h1>a</table><h2>b</h2>', ['a', 'b']],
]

describe('structure', () => {
  for (const [why, html, expected] of cases) it(why, () => expect(headings(html)).to.deep.equal(expected))

  it('a paragraph ends where the next block begins', () => {
    const sentence =
      'This sentence is long enough to be taken for the beginning of a real paragraph of a page.'
    const html = `<p>${sentence}<p>${sentence} 2<div>not this</div><ul><li><p>${sentence} 3<li>not this</ul>`
    expect(factsOf(html).paragraphs).to.deep.equal([sentence, `${sentence} 2`, `${sentence} 3`])
  })
})
