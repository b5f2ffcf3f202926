import { expect } from 'chai'
import type { Element } from 'domhandler'
import {
  isLabelled,
  isNamedByAria,
  isNamedByAuthor,
  isNamedByContent,
  nameFault,
  nameOf,
} from '#stages/score/audit/derived/names/accessible-name.ts'
import type { PageDocument } from '#stages/score/audit/document/page-document.ts'
import { undecided } from '#stages/score/audit/engine/evaluate.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** The page and its element with the id `x`. */
function pageOf(html: string): { document: PageDocument; x: Element } {
  const { document } = auditFacts({ html })
  return { document, x: document.byId('x')[0] as Element }
}

function name(html: string): string {
  const { document, x } = pageOf(html)
  return nameOf(document, x)
}

describe('accessible name', () => {
  // Accessible Name and Description Computation 1.2, section 4.3.2: the steps in their order.
  it('is what aria-labelledby names before all else, several in the order given', () => {
    const html = `<a id="x" aria-labelledby="b a" aria-label="L" title="T">C</a><i id="a">one</i><i id="b">two</i>`
    expect(name(html)).to.equal('two one')
  })
  it('reads what is hidden where aria-labelledby names it, and nowhere else', () => {
    expect(name('<a id="x" aria-labelledby="h"></a><p id="h" hidden>Hidden <b>text</b></p>')).to.equal(
      'Hidden text',
    )
    expect(name('<a id="x">Shown <b hidden>not</b><b aria-hidden="true">not</b></a>')).to.equal('Shown')
  })
  it('is aria-label, then the alternative, then the content, then the title', () => {
    expect(name('<a id="x" aria-label=" L " title="T">C</a>')).to.equal('L')
    expect(name('<map><area id="x" alt="A" title="T"></map>')).to.equal('A')
    expect(name('<a id="x" title="T">  C\n <b>D</b></a>')).to.equal('C D')
    expect(name('<a id="x" title="T"><i class="icon"></i></a>')).to.equal('T')
  })
  it('takes alternatives of images and labels of what stands within', () => {
    expect(name('<a id="x"><img alt="Logo"> of <span aria-label="us">them</span></a>')).to.equal('Logo of us')
  })
  // HTML Accessibility API Mappings 1.0, 4.1: the order of the sources for each kind of element.
  for (const [html, expected] of [
    ['<label>L <input id=x title=T placeholder=P></label>', 'L'],
    ['<label for=x>A</label><label for=x>B</label><input id=x>', 'A B'],
    ['<label for=x hidden>A</label><input id=x title=T placeholder=P>', 'T'],
    ['<input id=x placeholder=P>', 'P'],
    ['<label>L <input id=x type=button value=V></label>', 'L'],
    ['<input id=x type=submit>', 'Submit'],
    ['<input id=x type=submit value="" title=T>', 'T'],
    ['<input id=x type=image alt=A title=T value=V>', 'A'],
    ['<input id=x type=image value=V>', ''],
    ['<fieldset id=x title=T><legend>L</legend>C</fieldset>', 'L'],
    ['<figure id=x>C<figcaption>F</figcaption></figure>', 'F'],
    ['<table id=x title=T><caption> </caption><td>C</table>', 'T'],
    ['<label>L <meter id=x>1</meter></label>', 'L'],
    ['<label>L <progress id=x>1</progress></label>', 'L'],
    ['<select id=x title=T><option>C</select>', 'T'],
    ['<details><summary id=x><img alt=A> S</summary></details>', 'A S'],
    ['<iframe id=x title=T></iframe>', 'T'],
    ['<object id=x title=T>C</object>', 'T'],
    ['<div id=x role=textbox>C</div>', ''],
    ['<div id=x role=img>C</div>', ''],
    ['<img id=x alt=A role=none tabindex=0>', 'A'],
    ['<img id=x alt=" " title=T>', 'T'],
    ['<a id=x href=/><img alt=A title=T> <i aria-hidden=true>H</i></a>', 'A'],
    ['<a id=x href=/ aria-labelledby=i></a><input id=i value=V title=T>', 'V'],
    ['<a id=x href=/ aria-labelledby="e x" aria-label=L>C</a><i id=e></i>', 'L'],
    ['<a id=x href=/ aria-labelledby=e>C</a><i id=e><b hidden>H</b></i>', 'C'],
  ] as const) {
    it(`of ${html} is "${expected}"`, () => expect(name(html)).to.equal(expected))
    it(`of ${html} is there or not in either way of asking`, () => {
      const { document, x } = pageOf(html)
      expect(nameFault(document, x)).to.equal(expected === '' ? '' : null)
    })
  }
  it('is none of a presentational image (WAI-ARIA 1.2, presentation)', () =>
    expect(name('<img id=x alt=A role=none>')).to.equal(''))
  it('is at most 200 characters', () => {
    expect(name(`<a id="x">${'word '.repeat(100_000)}</a>`)).to.have.length.at.most(200)
  })

  it('is found in content however deep, where it is told', () => {
    const { document, x } = pageOf(
      '<div id="x"><p><i><svg><title>T</title></svg></i></p></div><div id="y"><b hidden>T</b></div>',
    )
    expect(isNamedByContent(document, x)).to.equal(true)
    expect(isNamedByContent(document, document.byId('y')[0] as Element)).to.equal(false)
  })
  it('is not the value of a control, nor a script', () => {
    const { document, x } = pageOf(
      '<div id="x"><select><option>A</option></select><textarea>B</textarea><script>C</script></div>',
    )
    expect(isNamedByContent(document, x)).to.equal(false)
  })
  it('tells names by their author from names by title', () => {
    const { document, x } = pageOf('<input id="x" title="T">')
    expect(isNamedByAuthor(document, x)).to.equal(true)
    expect(isNamedByAria(document, x)).to.equal(false)
  })
  it('is a label for the id, or around the control', () => {
    const isNamed = (html: string) => {
      const { document, x } = pageOf(html)
      return isLabelled(document, x)
    }
    expect(isNamed('<label for="x">A</label><input id="x">')).to.equal(true)
    expect(isNamed('<label><b>A</b><input id="x"></label>')).to.equal(true)
    // HTML Standard 4.10.4: a label that is for another control labels that one alone.
    expect(isNamed('<label for="other">A<input id="x"></label>')).to.equal(false)
    expect(isNamed('<label for="x"></label><input id="x">')).to.equal(false)
  })
  it('may come from a custom element', () => {
    const { document, x } = pageOf('<a id="x"><my-icon></my-icon></a><a id="y"><i></i></a>')
    expect(nameFault(document, x)).to.equal(undecided)
    expect(nameFault(document, document.byId('y')[0] as Element)).to.equal('')
  })
})
