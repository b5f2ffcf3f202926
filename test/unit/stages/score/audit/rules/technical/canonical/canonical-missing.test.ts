import { canonicalMissing } from '#stages/score/audit/rules/technical/canonical/canonical-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(canonicalMissing, {
  passes: [
    { name: 'in the head', page: '<link rel="canonical" href="/">' },
    { name: 'pitfall 9: rel is a list of tokens', page: '<link rel="alternate CANONICAL" href="/">' },
    { name: 'as a header (RFC 6596)', page: { headers: { link: '</page>; rel="canonical"' } } },
  ],
  fails: [{ name: 'none', page: '<title>A</title>', message: 'missing', evidence: null }],
  notApplicable: [
    { name: 'pitfall 22: a page with noindex', page: '<meta name="robots" content="noindex">' },
    { name: 'an error page', page: { status: 404 } },
    {
      name: 'in the body it is reported by metadata-in-body',
      page: '<p>Text</p><link rel="canonical" href="/">',
    },
  ],
  notDecidable: [
    {
      name: 'a head beyond what is read',
      page: { html: '<title>aaaa', budgets: { maxChars: 10 } },
      reason: 'truncated',
    },
  ],
})
