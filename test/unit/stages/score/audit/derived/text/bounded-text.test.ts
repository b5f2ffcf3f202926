import { expect } from 'chai'
import { textWithin } from '#stages/score/audit/derived/text/bounded-text.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

function within(html: string, maxChars = 1000, withImages?: boolean): string {
  const { document } = auditFacts({ html: `<div id=top>${html}</div>` })
  const [top] = document.byId('top')
  if (top === undefined) throw new Error('no element')
  return textWithin(document, top, maxChars, withImages)
}

describe('text within an element', () => {
  for (const [html, text] of [
    [' a \n b ', 'a b'],
    ['a<b>b</b>c', 'abc'],
    ['a<p>b</p>c', 'a b c'],
    ['a<br>b', 'a b'],
    ['<ruby>体罰<rt>たいばつ</rt></ruby>を', '体罰 たいばつを'],
    ['a <i hidden>b</i>c', 'a c'],
    ['a <i aria-hidden=true>b</i>c', 'a c'],
    ['<img alt="a cat"> b', 'a cat b'],
    ['<i aria-label=a>b</i>c', 'a c'],
    ['<i aria-label=" ">b</i>c', 'bc'],
    ['a<script>b</script><style>c</style>', 'a'],
    // Accessible Name and Description Computation 1.2, 2B to 2I, and HTML Accessibility API Mappings 1.0, 4.1.
    ['a <i title=b></i>', 'a b'],
    ['a <i title=b>c</i>', 'a c'],
    ['a <img alt=b role=none>', 'a'],
    ['a <img alt="" title=b>', 'a'],
    ['a <img title=b>', 'a b'],
    ['a <svg><title>b</title></svg>', 'a b'],
    ['a <input type=submit><input type=button value=b>', 'a Submit b'],
    ['a <select><option>b</select><textarea>c</textarea>', 'a'],
    ['a <iframe title=b></iframe><video aria-label=c>d</video>', 'a b c'],
    ['a <i aria-labelledby="y x">b</i><p hidden><b id=x>c</b></p><u id=y hidden>d <s>e</s></u>', 'a d e c'],
    ['<i aria-labelledby=x>b</i><u id=x hidden aria-labelledby=y>c</u><u id=y hidden>d</u>', 'c'],
    ['<i aria-labelledby=x>b</i><u id=x> </u>', 'b'],
  ] as const) {
    it(`${html} is "${text}"`, () => expect(within(html)).to.equal(text))
  }

  it('has no text of images when they are left out', () =>
    expect(within('a<img alt=b>', 99, false)).to.equal('a'))

  it('includes hidden content when the element itself is hidden', () => {
    const { document } = auditFacts({ html: '<div id=top hidden>a <i>b</i></div>' })
    expect(document.byId('top').map((top) => textWithin(document, top, 99))).to.deep.equal(['a b'])
  })

  it('ends soon after the bound, also over many nodes', () => {
    expect(within('<b>ten chars.</b>'.repeat(50), 25)).to.equal('ten chars.'.repeat(3))
    expect(within(`${'<b></b>'.repeat(200)}late`)).to.equal('')
    expect(within('x'.repeat(5000), 9999)).to.have.length(1000)
  })
})
