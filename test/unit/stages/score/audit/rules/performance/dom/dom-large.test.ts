import { domLarge } from '#stages/score/audit/rules/performance/dom/dom-large.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(domLarge, {
  passes: [{ name: 'Lighthouse: 800 elements below the body', page: '<p></p>'.repeat(800) }],
  fails: [
    {
      name: 'one more',
      page: '<p></p>'.repeat(801),
      message: 'large',
      evidence: 'html > body',
      says: '801 elements',
    },
    {
      name: 'those of drawings count',
      page: `<svg>${'<g></g>'.repeat(800)}</svg>`,
      message: 'large',
      evidence: 'html > body',
      says: '801 elements',
    },
  ],
  notApplicable: 'every page has a size',
})
