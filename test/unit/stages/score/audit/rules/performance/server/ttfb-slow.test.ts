import { ttfbSlow } from '#stages/score/audit/rules/performance/server/ttfb-slow.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ttfbSlow, {
  passes: [{ name: 'web.dev: 0.8 seconds or less', page: { ttfbMs: 800 } }],
  fails: [
    {
      name: 'more',
      page: { ttfbMs: 801 },
      message: 'slow',
      says: '801 ms',
      evidence: 'https://www.example.com/page: 801 ms',
    },
    {
      name: 'with a redirect',
      page: {
        ttfbMs: 900,
        redirects: [{ url: 'https://example.com/', status: 301, location: 'https://www.example.com/page' }],
      },
      message: 'slow',
      says: 'including 1 redirect;',
      evidence: 'https://example.com/ → https://www.example.com/page (301)',
    },
  ],
  notApplicable: 'every page has a first byte',
  notDecidable: [{ name: 'not measured', page: { ttfbMs: null }, reason: 'not_measured' }],
})
