import { iframeNotLazy } from '#stages/score/audit/rules/performance/media/iframe-not-lazy.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const frame = '<iframe src="/a"></iframe>'

ruleTester(iframeNotLazy, {
  passes: [{ name: 'the fourth is', page: `${frame.repeat(3)}<iframe src="/b" loading="lazy"></iframe>` }],
  fails: [
    {
      name: 'the fourth is not',
      page: frame.repeat(5),
      message: 'eager',
      evidence: 'html > body > iframe:nth-of-type(4)',
      affected: 2,
      total: 2,
    },
  ],
  notApplicable: [
    { name: 'three may be in view', page: frame.repeat(3) },
    {
      name: 'scripts fill them',
      page: `${frame.repeat(3)}<iframe></iframe><iframe src="about:blank"></iframe>`,
    },
  ],
})
