import { h1Multiple } from '#stages/score/audit/rules/content/headings/h1-multiple.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(h1Multiple, {
  passes: [
    { name: 'one', page: '<h1>Title</h1>' },
    { name: 'a second one is hidden', page: '<h1>Title</h1><h1 hidden>Other</h1>' },
  ],
  fails: [
    {
      name: 'two',
      page: '<h1>Title</h1><h1>Other</h1>',
      message: 'multiple',
      evidence: 'html > body > h1:nth-of-type(1)',
      says: '2 H1 headings',
    },
  ],
  notApplicable: [{ name: 'none', page: '<h2>Title</h2>' }],
})
