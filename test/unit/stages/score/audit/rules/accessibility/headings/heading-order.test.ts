import { headingOrder } from '#stages/score/audit/rules/accessibility/headings/heading-order.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(headingOrder, {
  passes: [
    {
      name: 'WAI-ARIA 1.2, 8.1.1: a heading that people can focus is no presentation',
      page: '<h1>A</h1><h2 role="none" tabindex="0">B</h2><h3>C</h3>',
    },
    { name: 'levels one by one', page: '<h1>A</h1><h2>B</h2><h3>C</h3>' },
    { name: 'back by several levels', page: '<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2>' },
    { name: 'axe: a page may begin at any level', page: '<h3>A</h3><h4>B</h4>' },
    { name: `hidden headings don't count`, page: '<h1>A</h1><h4 hidden>B</h4><h2>C</h2>' },
    {
      name: 'a heading that is none to assistive technology',
      page: '<h1>A</h1><h4 role="presentation">B</h4>',
    },
    { name: 'axe: roles', page: '<h1>A</h1><div role="heading" aria-level="2">B</div><h3>C</h3>' },
  ],
  fails: [
    {
      name: 'a level is left out',
      page: '<h1>A</h1><h3 id="c">C</h3>',
      message: 'skipped',
      affected: 1,
      total: 2,
      evidence: '#c',
    },
    {
      name: 'axe: by aria-level',
      page: '<div role="heading" aria-level="1">A</div><div role="heading" aria-level="3">B</div>',
      message: 'skipped',
      evidence: 'html > body > div:nth-of-type(2)',
    },
    {
      name: 'twice',
      page: '<h2>A</h2><h4>B</h4><h2>C</h2><h5>D</h5>',
      message: 'skipped',
      evidence: 'html > body > h4',
      affected: 2,
      total: 4,
    },
  ],
  notApplicable: [{ name: 'no headings', page: '<p>Text</p>' }],
})
