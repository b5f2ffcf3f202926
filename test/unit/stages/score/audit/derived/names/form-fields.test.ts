import { expect } from 'chai'
import { formFields, isNamedField } from '#stages/score/audit/derived/names/form-fields.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** The fields by id, with whether they have a name. */
function named(html: string): Record<string, boolean> {
  const { document } = auditFacts({ html })
  return Object.fromEntries(
    formFields(document).map((field) => [field.attribs.id ?? field.name, isNamedField(document, field)]),
  )
}

describe('fields that people fill in', () => {
  it('are inputs, lists and areas, no buttons and nothing hidden', () => {
    const html = `<input id=a><input id=b type=CHECKBOX><select id=c></select><textarea id=d></textarea>
      <input type=submit><input type=image><input type=hidden><button>B</button><input id=e hidden>`
    expect(Object.keys(named(html))).to.deep.equal(['a', 'b', 'c', 'd'])
  })

  it('are named by a label, by ARIA or by a title', () => {
    const html = `<label>A <input id=a></label><label for=b>B</label><input id=b><input id=c aria-label=C>
      <input id=d title=D><input id=e placeholder=E><input id=f aria-label=" "><label for=g></label><input id=g>`
    expect(named(html)).to.include({ a: true, b: true, c: true, d: true, f: false, g: false })
  })

  it('need no name where their role makes them no control', () => {
    expect(named('<input id=a role=presentation disabled>')).to.deep.equal({ a: true })
  })
})
