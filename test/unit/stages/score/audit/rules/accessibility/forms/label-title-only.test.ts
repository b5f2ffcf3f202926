import { labelTitleOnly } from '#stages/score/audit/rules/accessibility/forms/label-title-only.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(labelTitleOnly, {
  passes: [
    { name: 'a label', page: '<label>A <input title="a"></label>' },
    { name: 'ARIA', page: '<input title="a" aria-label="A">' },
    { name: 'no title: label reports it', page: '<input>' },
  ],
  fails: [
    {
      name: 'axe: title alone',
      page: '<input id="a" title="A">',
      message: 'titleOnly',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'axe: of a list',
      page: '<select title="A"></select><label>B <input></label>',
      message: 'titleOnly',
      evidence: 'html > body > select',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [{ name: 'no fields', page: '<a href="/" title="A">A</a>' }],
})
