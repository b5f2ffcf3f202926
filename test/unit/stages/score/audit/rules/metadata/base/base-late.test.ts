import { baseLate } from '#stages/score/audit/rules/metadata/base/base-late.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(baseLate, {
  passes: [
    {
      name: 'HTML, 4.2.3: before all addresses',
      page: '<head><meta charset="utf-8"><base href="/a/"><link rel="icon" href="i.png"></head>',
    },
  ],
  fails: [
    {
      name: 'HTML, 4.2.3: after one',
      page: '<head><link rel="icon" href="i.png"><base href="/a/"></head>',
      message: 'late',
      evidence: 'html > head > base',
    },
  ],
  notApplicable: [{ name: 'none', page: '<link rel="icon" href="i.png">' }],
})
