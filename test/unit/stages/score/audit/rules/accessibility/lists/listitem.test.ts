import { listitem } from '#stages/score/audit/rules/accessibility/lists/listitem.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(listitem, {
  passes: [
    {
      name: 'WAI-ARIA 1.2, none: the items of a presentational list',
      page: '<ul role="none"><li>A</li></ul>',
    },
    { name: 'WAI-ARIA 1.2, 8.1: an unknown role leaves the list', page: '<ul role="foo"><li>A</li></ul>' },
    {
      name: 'WAI-ARIA 1.2, 8.1.1: a list with a label stays one',
      page: '<ul role="none" aria-label="A"><li>A</li></ul>',
    },
    { name: 'axe: in lists', page: '<ul><li>A</li></ul><ol><li>B</li></ol><menu><li>C</li></menu>' },
    { name: 'axe: by role', page: '<div role="list"><li>A</li></div>' },
    {
      name: 'one fault costs once: list reports what stands between',
      page: '<ul><div><li>A</li></div></ul>',
    },
  ],
  fails: [
    {
      name: 'WAI-ARIA 1.2: a group',
      page: '<ul role="group"><li>A</li></ul>',
      message: 'outside',
      evidence: 'html > body > ul > li',
      affected: 1,
      total: 1,
    },
    {
      name: 'axe: no list',
      page: '<div><li id="a">A</li></div><ul><li>B</li></ul>',
      message: 'outside',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
    {
      name: 'axe: a list made into something else',
      page: '<ul role="menu"><li>A</li></ul>',
      message: 'outside',
      evidence: 'html > body > ul > li',
    },
  ],
  notApplicable: [
    { name: 'axe: an item made into something else', page: '<div><li role="menuitem">A</li></div>' },
    { name: 'none', page: '<p>A</p>' },
  ],
  notDecidable: [
    { name: 'DPUB-ARIA 1.0: a list of endnotes', page: '<ol role="doc-endnotes"><li>A</li></ol>' },
  ],
})
