import { dlitem } from '#stages/score/audit/rules/accessibility/lists/dlitem.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(dlitem, {
  passes: [
    {
      name: 'ARIA in HTML: a presentational group',
      page: '<dl><div role="none"><dt>A</dt><dd>B</dd></div></dl>',
    },
    { name: 'axe: a list by role', page: '<dl role="list"><dt>A</dt><dd>B</dd></dl>' },
    { name: 'axe: in a list', page: '<dl><dt>A</dt><dd>B</dd></dl>' },
    { name: 'HTML 4.4.9: in a group', page: '<dl><div><dt>A</dt><dd>B</dd></div></dl>' },
    {
      name: 'one fault costs once: definition-list reports what stands between',
      page: '<dl><section><dt>A</dt></section></dl>',
    },
  ],
  fails: [
    {
      name: 'HTML 4.4.9, WAI-ARIA 1.2: a group with a role cuts its entries off',
      page: '<dl><div role="group"><dt>A</dt><dd>B</dd></div></dl>',
      message: 'outside',
      evidence: 'html > body > dl > div > dt',
      affected: 2,
      total: 2,
    },
    {
      name: 'axe: no list',
      page: '<div><dt id="a">A</dt></div><dl><dt>B</dt></dl>',
      message: 'outside',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
    {
      name: 'axe: a list made into something else',
      page: '<dl role="menu"><dt>A</dt></dl>',
      message: 'outside',
      evidence: 'html > body > dl > dt',
    },
  ],
  notApplicable: [{ name: 'axe: another role', page: '<p><dt role="menuitem">A</dt></p>' }],
})
