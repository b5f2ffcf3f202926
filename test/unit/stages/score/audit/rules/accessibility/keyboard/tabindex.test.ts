import { tabindex } from '#stages/score/audit/rules/accessibility/keyboard/tabindex.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(tabindex, {
  passes: [
    { name: 'axe: 0 and below', page: '<div tabindex="0">A</div><div tabindex="-1">B</div>' },
    { name: 'axe: no number', page: '<div tabindex="foo">A</div>' },
  ],
  fails: [
    {
      name: 'HTML 6.6.3, SVG 2: a drawing',
      page: '<svg tabindex="2"></svg><p tabindex="0">A</p>',
      message: 'positive',
      evidence: 'html > body > svg',
      affected: 1,
      total: 2,
    },
    {
      name: 'axe: above 0',
      page: '<div id="a" tabindex="1">A</div><div tabindex="0">B</div>',
      message: 'positive',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
    {
      name: 'HTML 2.3.4.1: white space and a sign',
      page: '<a href="/" tabindex=" +5">A</a>',
      message: 'positive',
      evidence: 'html > body > a',
    },
  ],
  notApplicable: [
    { name: 'no tabindex', page: '<a href="/">A</a>' },
    { name: 'hidden', page: '<div hidden><a href="/" tabindex="3">A</a></div>' },
  ],
})
