import { baseMultiple } from '#stages/score/audit/rules/metadata/base/base-multiple.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(baseMultiple, {
  passes: [{ name: 'one', page: '<base href="/">' }],
  fails: [
    {
      name: 'HTML, 4.2.3: no more than one',
      page: '<base href="/"><base target="_top">',
      message: 'several',
      evidence: 'html > head > base:nth-of-type(1)',
      says: '2 base elements',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
