import { expect } from 'chai'
import type { Element } from 'domhandler'
import {
  focusableElements,
  isFocusable,
  isTabbable,
  tabIndexOf,
} from '#stages/score/audit/derived/aria/focus.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

function ask<T>(
  html: string,
  what: (document: ReturnType<typeof auditFacts>['document'], x: Element) => T,
): T {
  const { document } = auditFacts({ html })
  return what(document, document.byId('x')[0] as Element)
}

// HTML Standard 6.6.2: focusable areas.
describe('focus', () => {
  for (const html of [
    '<a id="x" href="">A</a>',
    '<button id="x"></button>',
    '<p id="x" tabindex="-1"></p>',
    '<p id="x" contenteditable></p>',
    '<details id="x">A</details>',
    '<details><summary id="x">A</summary></details>',
    '<video id="x" controls></video>',
    '<fieldset disabled><legend><input id="x"></legend></fieldset>',
  ])
    it(`can be on ${html}`, () => expect(ask(html, isFocusable)).to.equal(true))
  for (const html of [
    '<a id="x">A</a>',
    '<p id="x"></p>',
    '<button id="x" disabled></button>',
    '<input id="x" type="hidden">',
    '<button id="x" hidden></button>',
    '<p id="x" contenteditable="false"></p>',
    '<p id="x" contenteditable="inherit"></p>',
    '<summary id="x">A</summary>',
    '<details id="x"><summary>A</summary></details>',
    '<p id="x" tabindex="first"></p>',
    '<fieldset disabled><input id="x"></fieldset>',
    '<div inert><a id="x" href="">A</a></div>',
  ])
    it(`cannot be on ${html}`, () => expect(ask(html, isFocusable)).to.equal(false))

  it('comes by the Tab key unless the index is below 0', () => {
    expect(ask('<a id="x" href="" tabindex="-1">A</a>', isTabbable)).to.equal(false)
    expect(ask('<p id="x" tabindex=" +2"></p>', isTabbable)).to.equal(true)
    expect(ask('<p id="x" tabindex=" +2"></p>', (_, x) => tabIndexOf(x))).to.equal(2)
  })
  it('can be on these of a page', () => {
    const { document } = auditFacts({
      html: '<a>A</a><a href="">B</a><p tabindex="0"><input disabled><summary tabindex="0">',
    })
    expect(focusableElements(document).map(({ name }) => name)).to.have.members(['a', 'p', 'summary'])
  })
})
