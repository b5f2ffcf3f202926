import { expect } from 'chai'
import type { Element } from 'domhandler'
import {
  isDeprecatedRole,
  isRole,
  isWidgetRole,
  prohibitsName,
  rolesHidingContent,
  takesAttribute,
} from '#stages/score/audit/derived/aria/aria-roles.ts'
import { opensDetails } from '#stages/score/audit/derived/aria/focus.ts'
import { explicitRole, implicitRole, roleOf } from '#stages/score/audit/derived/aria/role.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

function of<T>(html: string, ask: (document: ReturnType<typeof auditFacts>['document'], x: Element) => T): T {
  const { document } = auditFacts({ html })
  return ask(document, document.byId('x')[0] as Element)
}

describe('role', () => {
  // WAI-ARIA 1.2, 8.1: the first token that is a role that authors may use.
  it('is the first token that is a role', () => {
    const explicit = (html: string) => of(html, (_, x) => explicitRole(x))
    expect(explicit('<p id="x" role="foo widget LINK button">')).to.equal('link')
    expect(explicit('<p id="x" role="widget">')).to.equal(null)
    expect(explicit('<p id="x" role="constructor">')).to.equal(null)
    expect(explicit('<p id="x">')).to.equal(null)
  })

  // HTML Accessibility API Mappings 1.0, section 3.5.
  const own: readonly [html: string, role: string | null][] = [
    ['<a id="x" href="/">', 'link'],
    ['<a id="x">', null],
    ['<div id="x">', null],
    ['<img id="x" src="a">', 'img'],
    ['<img id="x" src="a" alt="">', 'presentation'],
    ['<input id="x">', 'textbox'],
    ['<input id="x" type="SEARCH">', 'searchbox'],
    ['<input id="x" list="l"><datalist id="l"></datalist>', 'combobox'],
    ['<input id="x" type="range">', 'slider'],
    ['<input id="x" type="constructor">', 'textbox'],
    ['<select id="x"></select>', 'combobox'],
    ['<select id="x" multiple></select>', 'listbox'],
    ['<header id="x"></header>', 'banner'],
    ['<article><header id="x"></header></article>', null],
    ['<footer id="x"></footer>', 'contentinfo'],
    ['<main><footer id="x"></footer></main>', null],
    ['<section id="x"></section>', null],
    ['<section id="x" aria-label="A"></section>', 'region'],
    ['<aside id="x"></aside>', 'complementary'],
    ['<table role="grid"><tr><td id="x">', 'gridcell'],
    ['<table><tr><td id="x">', 'cell'],
    ['<table><tr><th id="x" scope="row">', 'rowheader'],
    ['<constructor id="x"></constructor>', null],
    ['<svg><a id="x" href="/"></a></svg>', 'link'],
    ['<svg><a id="x"></a></svg>', null],
  ]
  for (const [html, role] of own)
    it(`of ${html} is ${role}`, () => expect(of(html, implicitRole)).to.equal(role))

  // WAI-ARIA 1.2, 8.1.1: conflicts with presentational roles.
  it('stays where none is set on what can have the focus or has a global attribute', () => {
    expect(of('<ul id="x" role="none">', roleOf)).to.equal('none')
    expect(of('<ul id="x" role="none" tabindex="0">', roleOf)).to.equal('list')
    expect(of('<ul id="x" role="none" aria-label="A">', roleOf)).to.equal('list')
    expect(of('<ul id="x" role="none" aria-label="">', roleOf)).to.equal('none')
    expect(of('<button id="x" role="none"></button>', roleOf)).to.equal('button')
    expect(of('<button id="x" role="none" disabled></button>', roleOf)).to.equal('none')
    expect(of('<h2 id="x" role="presentation" aria-describedby="y">A</h2>', roleOf)).to.equal('heading')
    expect(of('<img id="x" alt="" aria-label="A">', roleOf)).to.equal('img')
    expect(of('<iframe id="x" role="none"></iframe>', roleOf)).to.equal('none')
    expect(of('<iframe id="x" role="none" tabindex="0"></iframe>', roleOf)).to.equal(null)
  })

  // WAI-ARIA 1.2, `presentation`: required owned elements inherit it.
  it('of the parts of a presentational list or table is none', () => {
    for (const html of [
      '<ul role="none"><li id="x">A</ul>',
      '<table role="none"><tr id="x"><td>A</table>',
      '<table role="presentation"><tbody><tr><td id="x">A</table>',
      '<dl role="none"><div><dt id="x">A</div></dl>',
    ])
      expect(of(html, roleOf), html).to.equal('none')
    expect(of('<ul role="none"><li id="x" tabindex="0">A</ul>', roleOf)).to.equal('listitem')
    expect(of('<ul role="none" aria-label="B"><li id="x">A</ul>', roleOf)).to.equal('listitem')
    expect(of('<ul role="none"><li id="x" role="tab">A</ul>', roleOf)).to.equal('tab')
    expect(of('<table role="none"><tr role="row"><td id="x">A</table>', roleOf)).to.equal('cell')
    expect(of('<table role="none"><td><ul><li id="x">A</ul></table>', roleOf)).to.equal('listitem')
  })

  it('of the standard are known, deprecated and abstract ones among them', () => {
    for (const role of ['button', 'doc-toc', 'graphics-symbol', 'image', 'suggestion'])
      expect(isRole(role), role).to.equal(true)
    expect(isRole('command')).to.equal(false)
    expect(isDeprecatedRole('directory')).to.equal(true)
    expect(isWidgetRole('tab')).to.equal(true)
    expect(isWidgetRole('list')).to.equal(false)
    expect(rolesHidingContent).to.include('button').and.not.include('link')
    expect(prohibitsName('strong')).to.equal(true)
    expect(prohibitsName('group')).to.equal(false)
  })

  // WAI-ARIA 1.2, 5.4: `Supported States and Properties` of each role.
  it('takes the attributes of its definition and global ones', () => {
    expect(takesAttribute('checkbox', 'aria-checked')).to.equal(true)
    expect(takesAttribute('button', 'aria-checked')).to.equal(false)
    expect(takesAttribute('button', 'aria-pressed')).to.equal(true)
    expect(takesAttribute(null, 'aria-live')).to.equal(true)
    expect(takesAttribute(null, 'aria-checked')).to.equal(false)
    expect(takesAttribute('listitem', 'aria-expanded')).to.equal(true)
    expect(takesAttribute('textbox', 'aria-expanded')).to.equal(false)
    expect(takesAttribute('suggestion', 'aria-level')).to.equal(false)
  })

  it('of the first summary alone opens details', () => {
    expect(of('<details><summary id="x"></summary></details>', (_, x) => opensDetails(x))).to.equal(true)
    expect(
      of('<details><summary></summary><summary id="x"></summary></details>', (_, x) => opensDetails(x)),
    ).to.equal(false)
  })
})
