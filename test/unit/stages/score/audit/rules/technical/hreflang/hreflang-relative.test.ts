import { hreflangRelative } from '#stages/score/audit/rules/technical/hreflang/hreflang-relative.ts'
import { alternate } from '#test/support/audit/alternate.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(hreflangRelative, {
  passes: [
    { name: 'Google: https://example.com/foo', page: alternate('en', 'https://example.com/foo') },
    {
      name: 'schemes have no case, and blanks do not count',
      page: alternate('en', ' HTTPS://example.com/foo '),
    },
  ],
  fails: [
    {
      name: 'Google: not //example.com/foo',
      page: alternate('en', '//example.com/foo'),
      message: 'relative',
      evidence: 'html > head > link',
      affected: 1,
      total: 1,
    },
    {
      name: 'Google: not /foo',
      page: alternate('en', '/foo'),
      message: 'relative',
      evidence: 'html > head > link',
      says: '/foo',
    },
    {
      name: 'without an address',
      page: '<link rel="alternate" hreflang="en">',
      message: 'relative',
      evidence: 'html > head > link',
    },
    {
      name: 'in a header',
      page: { headers: { link: '</de>; rel="alternate"; hreflang="de"' } },
      message: 'relative',
      evidence: 'de: "/de"',
    },
  ],
  notApplicable: [{ name: 'no versions', page: '<title>A</title>' }],
})
