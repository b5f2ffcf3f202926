import { expect } from 'chai'
import { selectorOf, snippetOf, sourceLocationOf } from '#stages/score/audit/document/source-location.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** The first element of the name, and the page. */
function first(html: string, name: string) {
  const { document } = auditFacts({ html })
  const [element] = document.byTag(name)
  if (element === undefined) throw new Error('no element')
  return { document, element }
}
const selector = (html: string, name: string) => {
  const { document, element } = first(html, name)
  return selectorOf(element, (id) => document.byId(id).length === 1)
}

describe('place of an element in the source', () => {
  const html = '<!doctype html>\n<p>a</p>\n  <b class="x">text</b>'
  it('is that of its start tag: offsets from 0, line and column from 1', () => {
    const { element } = first(html, 'b')
    expect(sourceLocationOf(element)).to.deep.equal({ start: 27, end: 40, line: 3, column: 3 })
    expect(snippetOf(html, element)).to.equal('<b class="x">')
  })
  it('is none for what the parser added', () => {
    const { element } = first('<p>', 'head')
    expect([sourceLocationOf(element), snippetOf('<p>', element)]).to.deep.equal([null, ''])
  })
  it('is shown up to 200 characters', () => {
    const long = `<b class="${'x'.repeat(300)}">`
    expect(snippetOf(long, first(long, 'b').element)).to.equal(`${long.slice(0, 200)}…`)
  })
})

describe('selector of an element', () => {
  for (const [html, name, expected] of [
    ['<b id=one></b>', 'b', '#one'],
    ['<div id=one><b></b></div>', 'b', '#one > b'],
    ['<i></i><b></b>', 'b', 'html > body > b'],
    ['<p></p><b></b><p></p><b></b>', 'b', 'html > body > b:nth-of-type(1)'],
    ['<b id=one></b><i id=one></i>', 'b', 'html > body > b'],
    ['<b id="1 2"></b>', 'b', 'html > body > b'],
    ['<a:b></a:b>', 'a:b', 'html > body > *'],
    ['<i></i><a:b></a:b>', 'a:b', 'html > body > *:nth-child(2)'],
  ] as const) {
    it(`<${name}> in ${html} is ${expected}`, () => expect(selector(html, name)).to.equal(expected))
  }
  it('has no ids that a page made long', () => {
    expect(selector(`<b id=${'a'.repeat(101)}></b>`, 'b')).to.equal('html > body > b')
  })
})
