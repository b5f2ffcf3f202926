import { expect } from 'chai'
import type { Element } from 'domhandler'
import {
  alternativeOf,
  embeddedName,
  isSilent,
  valueText,
  withoutText,
} from '#stages/score/audit/derived/names/alternatives.ts'
import type { PageDocument } from '#stages/score/audit/document/page-document.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

function pageOf(html: string): { document: PageDocument; x: Element } {
  const { document } = auditFacts({ html })
  return { document, x: document.byId('x')[0] as Element }
}

// HTML Accessibility API Mappings 1.0, 4.1, and SVG Accessibility API Mappings 1.0.
describe('what is read in place of the content', () => {
  for (const [html, text] of [
    ['<img id=x alt=A>', 'A'],
    ['<img id=x title=T>', undefined],
    ['<map><area id=x alt=A></map>', 'A'],
    ['<input id=x type=image alt=A value=V>', 'A'],
    ['<input id=x type=button value=V>', 'V'],
    ['<input id=x type=submit>', 'Submit'],
    ['<input id=x type=submit value="">', ''],
    ['<input id=x type=reset>', 'Reset'],
    ['<input id=x value=V>', undefined],
    ['<svg id=x><title>T</title></svg>', 'T'],
    ['<svg id=x><g><title>T</title></g></svg>', undefined],
    ['<p id=x>T</p>', undefined],
  ] as const) {
    it(`of ${html} is ${text}`, () => expect(alternativeOf(pageOf(html).x)).to.equal(text))
  }

  it('is nothing of an image that its role or an empty alt makes decoration (WAI-ARIA 1.2, 8.1.1)', () => {
    const silent = (html: string) => isSilent(pageOf(html).document, pageOf(html).x)
    expect(silent('<img id=x alt=A role=none>')).to.equal(true)
    expect(silent('<img id=x alt="">')).to.equal(true)
    expect(silent('<i id=x role=presentation title=T>')).to.equal(true)
    expect(silent('<img id=x alt=A role=none tabindex=0>')).to.equal(false)
    expect(silent('<img id=x alt=A>')).to.equal(false)
  })

  it('is the name by its author of what embeds something', () => {
    expect(embeddedName(pageOf('<iframe id=x title=T></iframe>').x)).to.equal('T')
    expect(embeddedName(pageOf('<video id=x title=T aria-label=L></video>').x)).to.equal('L')
    expect(embeddedName(pageOf('<script id=x title=T></script>').x)).to.equal('')
    expect(withoutText.has('iframe')).to.equal(true)
  })

  // Accessible Name and Description Computation 1.2, 2C.
  it('is the value of a control', () => {
    expect(valueText(pageOf('<input id=x value=V>').x)).to.equal('V')
    expect(valueText(pageOf('<textarea id=x>V</textarea>').x)).to.equal('V')
    expect(valueText(pageOf('<select id=x><option>A<option selected>B</select>').x)).to.equal('B')
    expect(valueText(pageOf('<select id=x><option>A<option>B</select>').x)).to.equal('A')
    expect(valueText(pageOf('<select id=x></select>').x)).to.equal('')
  })
})
