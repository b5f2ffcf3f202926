import { preconnectTooMany } from '#stages/score/audit/rules/performance/resource-hints/preconnect-too-many.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const hints = (count: number) =>
  Array.from({ length: count }, (_, index) => `<link rel="preconnect" href="https://a${index}.test">`).join(
    '',
  )

ruleTester(preconnectTooMany, {
  passes: [
    { name: 'four', page: hints(4) },
    { name: 'with and without credentials', page: hints(4) + hints(4) },
  ],
  fails: [
    {
      name: 'five',
      page: hints(5),
      message: 'many',
      evidence: 'html > head > link:nth-of-type(1)',
      says: '5 hosts',
    },
  ],
  notApplicable: [{ name: 'none', page: '<link rel="dns-prefetch" href="https://a.test">' }],
})
