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
      affected: 1,
      total: 1,
    },
    { name: 'Google: not /foo', page: alternate('en', '/foo'), says: '/foo' },
    { name: 'without an address', page: '<link rel="alternate" hreflang="en">' },
    { name: 'in a header', page: { headers: { link: '</de>; rel="alternate"; hreflang="de"' } } },
  ],
  notApplicable: [{ name: 'no versions', page: '<title>A</title>' }],
})
