import { expect } from 'chai'
import {
  exposedWidgets,
  isAskedByKind,
  isAskedByRole,
} from '#stages/score/audit/derived/names/asked-by-role.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document
const ids = (elements: readonly { attribs: Record<string, string> }[]) =>
  elements.map(({ attribs }) => attribs.id)

describe('which rule asks for the name of an element', () => {
  const document = documentOf(`<button id=plain></button><button id=same role=button></button>
    <button id=unknown role=foo></button><button id=none role=none></button><button id=link role=link></button>
    <a id=anchor href=/ role=button></a><button id=tab role=tab></button>
    <button id=cell role=gridcell disabled></button><input id=field role=combobox><input id=option role=option>
    <input id=image type=image role=link><img id=picture role=button><img id=line role=separator>`)
  const elements = document.withAttribute('id')

  // ACT 97a4e1, c487ae and e086e5 apply to the role that elements have, not to their kind.
  it('is that of the role, where the role makes another control of it', () => {
    const asked = elements.filter((element) => isAskedByRole(document, element))
    expect(ids(asked)).to.deep.equal(['link', 'anchor', 'option'])
  })

  it('is that of the kind otherwise, unless the role needs no name and nobody can operate it', () => {
    const asked = elements.filter((element) => isAskedByKind(document, element))
    expect(ids(asked)).to.deep.equal('plain same unknown none tab field image picture'.split(' '))
  })

  it('is never two: widgets are what no rule on their kind asks about', () => {
    const widgets = exposedWidgets(document, 'button', 'link', 'option', 'combobox', 'tab')
    expect(ids(widgets)).to.deep.equal(['anchor', 'link', 'option'])
  })
})

describe('elements made widgets by their role', () => {
  it('are those without a rule of their kind', () => {
    const document = documentOf(`<div id=a role=button></div><button id=b role=button></button>
      <a id=c href=/ role=button></a><a id=d role=button></a><div id=e role=button hidden></div>`)
    expect(ids(exposedWidgets(document, 'button'))).to.deep.equal(['a', 'c', 'd'])
  })

  it('are no comboboxes that an input names, and no lists of comboboxes', () => {
    const document =
      documentOf(`<div id=a role=combobox><input></div><div id=b role=combobox aria-controls="c"></div>
      <ul id=c role=listbox></ul><ul id=d role=listbox></ul>
      <div role=combobox id=e><ul id=f role=listbox></ul><input type=text hidden></div>`)
    expect(ids(exposedWidgets(document, 'combobox'))).to.deep.equal(['b', 'e'])
    expect(ids(exposedWidgets(document, 'listbox'))).to.deep.equal(['d'])
  })
})
