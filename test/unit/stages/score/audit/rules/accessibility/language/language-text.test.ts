import { expect } from 'chai'
import { hasLanguageText } from '#stages/score/audit/rules/accessibility/language/language-text.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** Ids of the elements with text in the language that they have. */
function told(body: string): string[] {
  const { document } = auditFacts({ html: `<!doctype html><title>x</title>${body}` })
  const elements = [...document.all, ...document.foreign].filter(({ attribs }) => attribs.id !== undefined)
  return elements
    .filter((element) => hasLanguageText(document, element))
    .map(({ attribs }) => attribs.id ?? '')
}

// HTML Standard, 3.2.6.2
describe('text in the language of an element', () => {
  it('is its own, and that of descendants without a lang of their own', () => {
    expect(told('<div id=a lang=en><p id=b><i id=c>A</i></p></div>')).to.deep.equal(['a', 'b', 'c'])
    expect(told('<div id=a lang=en><p id=b lang=fr>A</p></div>')).to.deep.equal(['b'])
    expect(told('<div id=a lang=en><p id=b lang="">A</p> B</div>')).to.deep.equal(['a', 'b'])
  })

  it('is seen, or an alternative that assistive technology reads', () => {
    expect(told('<p id=a hidden>A</p><p id=b aria-hidden=true>B</p>')).to.deep.equal(['b'])
    expect(told('<img id=a alt=A><img id=b alt=B role=none><img id=c alt="">')).to.deep.equal(['a'])
    expect(told('<p id=a aria-label=A></p><p id=b aria-label=B aria-hidden=true></p>')).to.deep.equal(['a'])
    expect(told('<input id=a value=A><input id=b placeholder=B><input id=c>')).to.deep.equal(['a', 'b'])
    expect(told('<svg id=a><title>A</title></svg><svg id=b></svg>')).to.deep.equal(['a'])
  })

  it('is no fallback, script or comment', () => {
    expect(
      told('<video id=a>A</video><div id=b><script>1</script><template>B</template><!--B--></div>'),
    ).to.deep.equal([])
  })
})
