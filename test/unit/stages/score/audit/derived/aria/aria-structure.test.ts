import { expect } from 'chai'
import type { Element } from 'domhandler'
import {
  isWithinRole,
  ownedElements,
  requiredChildren,
  requiredParents,
} from '#stages/score/audit/derived/aria/aria-structure.ts'
import {
  elementsWithAria,
  faultyAttributes,
  isAriaAttribute,
  isValidValue,
} from '#stages/score/audit/derived/aria/aria-values.ts'
import {
  missingAttributes,
  requiresAttributes,
} from '#stages/score/audit/rules/accessibility/aria/required-attributes.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

function pageOf(html: string) {
  const { document } = auditFacts({ html })
  return { document, x: document.byId('x')[0] as Element }
}

// WAI-ARIA 1.2, 5.2.6 and 5.2.7.
describe('ARIA structure', () => {
  it('is that of the standard', () => {
    expect(requiredParents('option')).to.have.members(['group', 'listbox'])
    expect(requiredParents('button')).to.equal(null)
    expect(requiredChildren('tablist')).to.deep.equal(['tab'])
    expect(requiredChildren(null)).to.equal(null)
  })
  it('looks through what has no role of its own', () => {
    const { document, x } = pageOf(
      '<div role="menu"><p><span role="none"><b id="x" role="menuitem">A</b></span></p></div>',
    )
    expect(isWithinRole(document, x, 'menuitem', ['menu'])).to.equal(true)
    const menu = document.withAttribute('role')[0] as Element
    expect(ownedElements(document, menu, ['menuitem'])).to.deep.equal([x])
  })
  // ACT rules, "owned by": the first element that refers to it by aria-owns, else the nearest exposed ancestor.
  it('follows the owner, and ends where elements own each other', () => {
    const isInList = (html: string) => {
      const { document, x } = pageOf(html)
      return isWithinRole(document, x, 'listitem', ['list'])
    }
    expect(isInList('<div role="list" aria-owns="y"></div><p id="y"><b id="x">A</b></p>')).to.equal(true)
    expect(isInList('<div role="list"><div aria-live="off"><b id="x">A</b></div></div>')).to.equal(false)
    expect(isInList('<p id="x" aria-owns="y"></p><p id="y" aria-owns="x"></p>')).to.equal(false)
  })
  it('ends where elements own each other', () => {
    const { document, x } = pageOf('<div id="x" aria-owns="y"><b></b></div><div id="y" aria-owns="x"></div>')
    expect(ownedElements(document, x, ['tab']).map(({ attribs }) => attribs.id)).to.deep.equal(['y'])
  })
})

// WAI-ARIA 1.2, 6.2: value types.
describe('ARIA value', () => {
  const isValid = (name: string, value: string) => {
    const { document, x } = pageOf(`<p id="x" ${name}="${value}"></p>`)
    return isValidValue(document, x, name, value)
  }
  for (const [name, value, valid] of [
    ['aria-busy', 'TRUE', true],
    ['aria-busy', '1', false],
    ['aria-checked', 'mixed', true],
    ['aria-expanded', 'undefined', true],
    ['aria-haspopup', 'dialog', true],
    ['aria-haspopup', 'yes', false],
    ['aria-relevant', 'text additions', true],
    ['aria-valuenow', '-1.5', true],
    ['aria-valuenow', '.', false],
    ['aria-valuenow', '50%', false],
    ['aria-level', '0', false],
    ['aria-rowcount', '-1', true],
    ['aria-owns', 'x nothing', true],
    ['aria-owns', 'nothing', false],
    ['aria-label', 'anything', true],
    ['aria-unknown', 'anything', true],
  ] as const)
    it(`${value} of ${name} is ${valid ? 'valid' : 'invalid'}`, () =>
      expect(isValid(name, value)).to.equal(valid))

  it('belongs to an attribute that exists', () => {
    expect(isAriaAttribute('aria-label')).to.equal(true)
    expect(isAriaAttribute('aria-labeledby')).to.equal(false)
  })
  it('is shown with its name', () => {
    const { document, x } = pageOf(
      '<p id="x" aria-foo="1" aria-label="A" class="b"></p><p aria-label="B" hidden></p>',
    )
    expect(elementsWithAria(document)).to.deep.equal([{ element: x, names: ['aria-foo', 'aria-label'] }])
    expect(faultyAttributes(document, (_, name) => name === 'aria-foo').get(x)).to.equal('aria-foo="1"')
  })
  it('is needed by some roles', () => {
    const { document, x } = pageOf('<p id="x" role="scrollbar" aria-valuenow="1"></p>')
    expect(requiresAttributes(document, x)).to.equal(true)
    expect(missingAttributes(document, x)).to.deep.equal(['aria-controls'])
  })
})
