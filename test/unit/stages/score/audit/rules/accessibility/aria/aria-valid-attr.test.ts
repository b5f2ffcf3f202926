import { ariaValidAttr } from '#stages/score/audit/rules/accessibility/aria/aria-valid-attr.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaValidAttr, {
  passes: [
    {
      name: 'ACT 5f99a7 passed: defined',
      page: '<article aria-atomic="true">A</article><div role="dialog" aria-modal="true" aria-description="x"></div>',
    },
    { name: 'written in upper case', page: '<div ARIA-LABEL="A" role="note"></div>' },
  ],
  fails: [
    {
      name: 'ACT 5f99a7 failed: a letter is missing',
      page: '<div id="a" role="searchbox" aria-placeholder-text="x"></div>',
      message: 'unknown',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT 5f99a7 failed: not one',
      page: '<div aria-labeledby="x"></div><div aria-live="polite"></div>',
      message: 'unknown',
      evidence: 'html > body > div:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'ACT 5f99a7 failed: on an element of SVG',
      page: '<svg><g id="a" aria-title="x"><path></path></g></svg>',
      message: 'unknown',
      evidence: '#a',
    },
  ],
  notApplicable: [{ name: 'ACT 5f99a7 inapplicable: none', page: '<canvas></canvas>' }],
})
