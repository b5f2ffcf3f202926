import { expect } from 'chai'
import { controlFault, formFields } from '#stages/score/audit/derived/names/form-fields.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** The fields by id, with whether they have a name. */
function named(html: string): Record<string, boolean> {
  const { document } = auditFacts({ html })
  return Object.fromEntries(
    formFields(document).map((field) => [
      field.attribs.id ?? field.name,
      controlFault(document, field) === null,
    ]),
  )
}

describe('fields that people fill in', () => {
  it('are inputs, lists and areas, no buttons and nothing hidden', () => {
    const html = `<input id=a><input id=b type=CHECKBOX><select id=c></select><textarea id=d></textarea>
      <input type=submit><input type=image><input type=hidden><button>B</button><input id=e hidden>`
    expect(Object.keys(named(html))).to.deep.equal(['a', 'b', 'c', 'd'])
  })

  it('are none of those that their role makes a button, link or option (ACT e086e5)', () => {
    const html = `<input id=a role=button><input id=b role=link><input id=c role=option><input id=d role=combobox>
      <input id=e type=checkbox role=switch><input id=f role=none><input id=g role=foo>`
    expect(Object.keys(named(html))).to.deep.equal(['d', 'e', 'f', 'g'])
  })

  it('are named by a label, by ARIA, by a title or a placeholder (HTML Accessibility API Mappings 1.0, 4.1)', () => {
    const html = `<label>A <input id=a></label><label for=b>B</label><input id=b><input id=c aria-label=C>
      <input id=d title=D><input id=e placeholder=E><input id=f aria-label=" "><label for=g></label><input id=g>
      <input id=h type=checkbox placeholder=H><textarea id=i placeholder=I></textarea><textarea id=j>J</textarea>`
    const expected = {
      a: true,
      b: true,
      c: true,
      d: true,
      e: true,
      f: false,
      g: false,
      h: false,
      i: true,
      j: false,
    }
    expect(named(html)).to.deep.equal(expected)
  })

  it('need no name where their role makes them no control', () => {
    expect(named('<input id=a role=presentation disabled>')).to.deep.equal({ a: true })
    expect(named('<input id=a role=presentation>')).to.deep.equal({ a: false })
  })
})
