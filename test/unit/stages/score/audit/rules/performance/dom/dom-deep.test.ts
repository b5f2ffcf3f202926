import { domDeep } from '#stages/score/audit/rules/performance/dom/dom-deep.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(domDeep, {
  passes: [{ name: 'Lighthouse: 32 levels, the body the first', page: '<div>'.repeat(31) }],
  fails: [
    {
      name: 'one more',
      page: '<div>'.repeat(32),
      message: 'deep',
      evidence: `html > body${' > div'.repeat(32)}`,
      says: '33 levels',
    },
  ],
  notApplicable: 'every page has a depth',
})
