import { iframeNoDimensions } from '#stages/score/audit/rules/performance/media/iframe-no-dimensions.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(iframeNoDimensions, {
  passes: [
    { name: 'both', page: '<iframe src="/a" width="560" height="315"></iframe>' },
    { name: 'as wide as there is room', page: '<iframe src="/a" width="100%" height="315"></iframe>' },
    { name: 'a ratio', page: '<iframe src="/a" style="width:100%;aspect-ratio:16/9"></iframe>' },
  ],
  fails: [
    {
      name: 'no height',
      page: '<iframe src="/a" width="560"></iframe>',
      message: 'unsized',
      evidence: 'html > body > iframe',
      affected: 1,
      total: 1,
    },
  ],
  notApplicable: [
    { name: 'none', page: '<p>x' },
    {
      name: 'not shown',
      page: '<iframe src="/a" style="display:none"></iframe><iframe src="/b" width="0" height="0"></iframe>',
    },
  ],
})
