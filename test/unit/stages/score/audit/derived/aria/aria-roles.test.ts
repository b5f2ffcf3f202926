import { expect } from 'chai'
import {
  globalAttributes,
  isDeprecatedRole,
  isRole,
  isWidgetRole,
  prohibitsName,
  rolesHidingContent,
  takesAttribute,
} from '#stages/score/audit/derived/aria/aria-roles.ts'

describe('roles of WAI-ARIA 1.2', () => {
  it('are those for authors: no abstract ones (5.3.1), no invented ones', () => {
    for (const name of ['button', 'doc-chapter', 'graphics-symbol', 'none', 'suggestion', 'text'])
      expect(isRole(name), name).to.equal(true)
    for (const name of ['widget', 'landmark', 'roletype', 'datepicker', '', 'constructor'])
      expect(isRole(name), name).to.equal(false)
  })

  it('that are deprecated are directory and two of DPUB-ARIA', () => {
    for (const name of ['directory', 'doc-biblioentry', 'doc-endnote'])
      expect(isDeprecatedRole(name), name).to.equal(true)
    expect(isDeprecatedRole('list')).to.equal(false)
  })

  it('of widgets are those that people operate (5.3.3)', () => {
    for (const name of ['button', 'tab', 'slider', 'treeitem'])
      expect(isWidgetRole(name), name).to.equal(true)
    for (const name of ['heading', 'tablist', null]) expect(isWidgetRole(name), String(name)).to.equal(false)
  })

  it('hide their children where those are presentational (5.2.8)', () => {
    for (const name of ['button', 'checkbox', 'img', 'image', 'meter', 'tab'])
      expect(rolesHidingContent, name).to.include(name)
    for (const name of ['link', 'listbox', 'cell', 'command'])
      expect(rolesHidingContent, name).not.to.include(name)
  })

  it('may have no name where the standard prohibits it (5.2.8.6)', () => {
    for (const name of ['generic', 'paragraph', 'strong']) expect(prohibitsName(name), name).to.equal(true)
    for (const name of ['button', 'region', 'table']) expect(prohibitsName(name), name).to.equal(false)
  })
})

describe('states and properties of a role', () => {
  for (const { role, attribute, taken } of [
    { role: null, attribute: 'aria-label', taken: true },
    { role: null, attribute: 'aria-checked', taken: false },
    { role: 'checkbox', attribute: 'aria-checked', taken: true },
    { role: 'button', attribute: 'aria-checked', taken: false },
    { role: 'heading', attribute: 'aria-level', taken: true },
    { role: 'banner', attribute: 'aria-expanded', taken: true },
    { role: 'radio', attribute: 'aria-expanded', taken: false },
    { role: 'combobox', attribute: 'aria-orientation', taken: true },
    { role: 'comment', attribute: 'aria-posinset', taken: true },
    { role: 'unknown', attribute: 'aria-checked', taken: false },
  ]) {
    it(`${attribute} is ${taken ? '' : 'not '}supported by ${role ?? 'an element without a role'}`, () => {
      expect(takesAttribute(role, attribute)).to.equal(taken)
    })
  }

  it('are global for the 21 of section 6.5 and what was global before or comes', () => {
    expect([...globalAttributes]).to.include.members(['aria-atomic', 'aria-busy', 'aria-roledescription'])
    expect(globalAttributes.has('aria-checked')).to.equal(false)
  })
})
