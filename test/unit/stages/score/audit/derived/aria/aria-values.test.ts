import { expect } from 'chai'
import {
  elementsWithAria,
  faultyAttributes,
  isAriaAttribute,
  isValidValue,
} from '#stages/score/audit/derived/aria/aria-values.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document

/** Whether the value is valid on a page that has an element with the id `here`. */
function accepts(name: string, value: string, more = ''): boolean {
  const document = documentOf(`<b ${more} ${name}="${value}"></b><p id="here">`)
  const [element] = document.byTag('b')
  if (element === undefined) throw new Error('no element')
  return isValidValue(document, element, name, value)
}

describe('ARIA attributes of a page', () => {
  it('are those of exposed elements, of HTML in document order', () => {
    const found = elementsWithAria(
      documentOf(
        '<a ARIA-LABEL=a aria-busy=true></a><p hidden aria-label=b></p><i class=c></i><u aria-live=off>',
      ),
    )
    expect(found.map(({ element, names }) => [element.name, ...names])).to.deep.equal([
      ['a', 'aria-label', 'aria-busy'],
      ['u', 'aria-live'],
    ])
  })

  it('are also those of drawings and formulas', () => {
    const document = documentOf(
      '<svg aria-busy=true><g aria-live=loud></g></svg><math aria-busy=on></math><p aria-label=x>',
    )
    const bearers = elementsWithAria(document)
    expect(bearers.map(({ element }) => element.name)).to.deep.equal(['p', 'svg', 'g', 'math'])
    const faults = faultyAttributes(document, (_, name) => name === 'aria-live')
    expect([...faults.values()]).to.deep.equal(['aria-live="loud"'])
  })

  it('are shown with name and value where they are faulty', () => {
    const document = documentOf(`<a aria-live=loud aria-busy=yes></a><b aria-label="${'x'.repeat(200)}"></b>`)
    const faults = faultyAttributes(document, (_, name) => name !== 'aria-busy')
    expect([...faults.values()]).to.deep.equal(['aria-live="loud"', `aria-label="${'x'.repeat(100)}"`])
  })

  it('exist in the standard', () => {
    for (const name of ['aria-label', 'aria-posinset', 'aria-actions'])
      expect(isAriaAttribute(name), name).to.equal(true)
    for (const name of ['aria-labeledby', 'aria-role', 'aria-'])
      expect(isAriaAttribute(name), name).to.equal(false)
  })
})

describe('value of an ARIA attribute (WAI-ARIA 1.2, 6.2)', () => {
  for (const [name, value, valid] of [
    ['aria-busy', 'true', true],
    ['aria-busy', 'TRUE', true],
    ['aria-busy', ' true', false],
    ['aria-busy', ' ', false],
    ['aria-busy', 'yes', false],
    ['aria-busy', '', true],
    ['aria-checked', 'mixed', true],
    ['aria-checked', 'undefined', true],
    ['aria-checked', 'on', false],
    ['aria-live', 'polite', true],
    ['aria-live', 'loud', false],
    ['aria-relevant', 'additions text', true],
    ['aria-relevant', 'additions nothing', false],
    ['aria-relevant', ' ', false],
    ['aria-level', '1', true],
    ['aria-level', '0', false],
    ['aria-level', '1.5', false],
    ['aria-colcount', '-1', true],
    ['aria-colcount', '-2', false],
    ['aria-valuenow', '-.5', true],
    ['aria-valuenow', '5.', true],
    ['aria-valuenow', 'many', false],
    ['aria-controls', 'here', true],
    ['aria-controls', 'gone here', true],
    ['aria-controls', 'gone', false],
    ['aria-controls', ' ', true],
    ['aria-details', 'gone here', true],
    ['aria-details', 'gone', false],
    ['aria-flowto', 'gone', false],
    ['aria-owns', 'gone', false],
    ['aria-activedescendant', 'here', true],
    ['aria-activedescendant', 'gone here', false],
    ['aria-errormessage', 'gone', true],
    ['aria-describedby', 'gone', true],
    ['aria-labelledby', 'gone', true],
    ['aria-label', 'anything', true],
    ['aria-invented', 'anything', true],
  ] as const) {
    it(`${name}="${value}" is ${valid ? '' : 'not '}valid`, () => {
      expect(accepts(name, value)).to.equal(valid)
    })
  }

  for (const [name, more, valid] of [
    ['aria-controls', 'aria-expanded=FALSE', true],
    ['aria-controls', 'aria-expanded=true', false],
    ['aria-controls', 'aria-selected=false', true],
    ['aria-controls', 'aria-haspopup=menu', true],
    ['aria-controls', 'aria-haspopup=false', false],
    ['aria-owns', 'aria-expanded=false', true],
    ['aria-owns', 'aria-selected=false', false],
    ['aria-owns', 'aria-haspopup=menu', false],
    ['aria-details', 'aria-expanded=false', false],
    ['aria-flowto', 'aria-expanded=false', false],
    ['aria-activedescendant', 'aria-expanded=false', false],
  ] as const) {
    it(`${name} with ${more} may ${valid ? '' : 'not '}refer to what is made when it is opened`, () => {
      expect(accepts(name, 'gone', more)).to.equal(valid)
    })
  }
})
