import { ariaText } from '#stages/score/audit/rules/accessibility/aria/aria-text.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaText, {
  passes: [
    { name: 'axe: text', page: '<p role="text">A <b>b</b> c</p>' },
    { name: `axe: a link that can't have the focus`, page: '<p role="text">A <a>b</a></p>' },
  ],
  fails: [
    {
      name: 'axe: a link',
      page: '<p id="a" role="text">A <a href="/">b</a></p><p role="text">B</p>',
      message: 'holds',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
    {
      name: 'axe: out of the order of the Tab key is not out of reach',
      page: '<div role="text"><button tabindex="-1">A</button></div>',
      message: 'holds',
      evidence: 'html > body > div',
    },
  ],
  notApplicable: [{ name: 'none', page: '<p>A</p>' }],
})
