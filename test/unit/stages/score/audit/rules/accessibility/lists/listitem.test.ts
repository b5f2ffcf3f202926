import { listitem } from '#stages/score/audit/rules/accessibility/lists/listitem.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(listitem, {
  passes: [
    { name: 'axe: in lists', page: '<ul><li>A</li></ul><ol><li>B</li></ol><menu><li>C</li></menu>' },
    { name: 'axe: by role', page: '<div role="list"><li>A</li></div>' },
    {
      name: 'one fault costs once: list reports what stands between',
      page: '<ul><div><li>A</li></div></ul>',
    },
  ],
  fails: [
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
})
