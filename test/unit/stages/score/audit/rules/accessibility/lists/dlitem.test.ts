import { dlitem } from '#stages/score/audit/rules/accessibility/lists/dlitem.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(dlitem, {
  passes: [
    { name: 'axe: in a list', page: '<dl><dt>A</dt><dd>B</dd></dl>' },
    { name: 'HTML 4.4.9: in a group', page: '<dl><div><dt>A</dt><dd>B</dd></div></dl>' },
    {
      name: 'one fault costs once: definition-list reports what stands between',
      page: '<dl><section><dt>A</dt></section></dl>',
    },
  ],
  fails: [
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
