import { definitionList } from '#stages/score/audit/rules/accessibility/lists/definition-list.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(definitionList, {
  passes: [
    {
      name: 'one fault costs once: listitem reports an item of another list',
      page: '<dl><dt>A</dt><dd>B</dd><li>C</li></dl>',
    },
    { name: 'axe: an entry as a list item', page: '<dl><dt role="listitem">A</dt><dd>B</dd></dl>' },
    {
      name: 'ARIA in HTML: a presentational group',
      page: '<dl><div role="none"><dt>A</dt><dd>B</dd></div></dl>',
    },
    {
      name: 'HTML 4.4.9: terms and descriptions',
      page: '<dl><dt>A</dt><dd>B</dd><dt>C</dt><dt>D</dt><dd>E</dd><dd>F</dd></dl>',
    },
    {
      name: 'HTML 4.4.9: groups',
      page: '<dl><div><dt>A</dt><dd>B</dd></div><div><dt>C</dt><dd>D</dd></div></dl>',
    },
    { name: 'axe: scripts', page: '<dl><script></script><dt>A</dt><dd>B</dd></dl>' },
  ],
  fails: [
    {
      name: 'HTML 4.4.9: a group with a role',
      page: '<dl><div role="group"><dt>A</dt><dd>B</dd></div></dl>',
      message: 'others',
      evidence: 'html > body > dl',
      affected: 1,
      total: 1,
    },
    {
      name: 'axe: another element',
      page: '<dl id="a"><dt>A</dt><p>B</p></dl><dl></dl>',
      message: 'others',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
    {
      name: 'axe: text',
      page: '<dl>A<dt>B</dt><dd>C</dd></dl>',
      message: 'others',
      evidence: 'html > body > dl',
    },
    {
      name: 'axe: a term without a description',
      page: '<dl><dt>A</dt></dl>',
      message: 'others',
      evidence: 'html > body > dl',
    },
    {
      name: 'axe: a description first',
      page: '<dl><dd>A</dd><dt>B</dt></dl>',
      message: 'others',
      evidence: 'html > body > dl',
    },
  ],
  notApplicable: [{ name: 'axe: another role', page: '<dl role="menu"><p>A</p></dl>' }],
})
