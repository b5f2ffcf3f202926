import { expect } from 'chai'
import { isTag } from 'domhandler'
import { allowsRole } from '#stages/score/audit/rules/accessibility/aria/allowed-roles.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

function allows(html: string, role: string): boolean {
  const { document } = auditFacts({ html: `<body>${html}` })
  // The index of the document has no foreign elements.
  const children = document.body?.children.filter(isTag) ?? []
  const element = [...document.all, ...children].find(({ attribs }) => attribs.id === 'x')
  if (element === undefined) throw new Error('no element has the id x')
  return allowsRole(document, element, role)
}

/** ARIA in HTML, section 4: an element, roles that it may have, and roles that it may not. */
const cases: readonly [html: string, allowed: readonly string[], refused: readonly string[]][] = [
  ['<a id=x href=/>', ['link', 'button', 'tab'], ['heading', 'region']],
  ['<a id=x>', ['heading', 'region'], []],
  ['<area id=x>', ['button', 'link'], ['heading']],
  ['<h2 id=x>', ['heading', 'tab', 'none'], ['button']],
  ['<img id=x alt="">', ['none', 'presentation'], ['button']],
  ['<img id=x alt=A>', ['button', 'img'], ['none', 'heading']],
  ['<img id=x aria-label=A>', ['button'], ['none']],
  ['<input id=x type=checkbox>', ['switch'], ['button', 'textbox']],
  ['<input id=x type=checkbox aria-pressed=true>', ['button'], ['radio']],
  ['<input id=x list=l>', [], ['searchbox', 'spinbutton']],
  ['<select id=x>', ['menu', 'combobox'], ['listbox']],
  ['<select id=x multiple>', ['listbox'], ['menu']],
  ['<figure id=x><figcaption></figcaption></figure>', ['none'], ['button']],
  ['<figure id=x></figure>', ['button'], []],
  ['<details><summary id=x></summary></details>', [], ['link', 'tab']],
  ['<label id=x>', [], ['button']],
  ['<div id=x>', ['button', 'heading', 'none'], []],
  ['<svg id=x>', ['button', 'heading'], []],
]

describe('roles that ARIA in HTML allows', () => {
  for (const [html, allowed, refused] of cases)
    it(`on ${html}`, () => {
      expect(allowed.filter((role) => !allows(html, role))).to.deep.equal([])
      expect(refused.filter((role) => allows(html, role))).to.deep.equal([])
    })
})
