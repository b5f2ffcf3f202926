import { frameOptionsMissing } from '#stages/score/audit/rules/technical/security/frame-options-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(frameOptionsMissing, {
  passes: [
    { name: 'RFC 7034: deny', page: { headers: { 'x-frame-options': 'deny' } } },
    {
      name: 'CSP Level 3: frame-ancestors',
      page: { headers: { 'content-security-policy': "frame-ancestors 'self'" } },
    },
  ],
  fails: [
    { name: 'none', page: '<title>A</title>', evidence: null, message: 'missing' },
    {
      name: 'CSP Level 3: frame-ancestors is ignored in a meta',
      page: `<meta http-equiv="Content-Security-Policy" content="frame-ancestors 'self'">`,
      evidence: null,
      message: 'missing',
    },
    {
      name: 'ALLOW-FROM is no longer supported',
      page: { headers: { 'x-frame-options': 'ALLOW-FROM https://a.example/' } },
      evidence: 'X-Frame-Options: ALLOW-FROM https://a.example/',
      message: 'invalid',
    },
  ],
  notApplicable: 'every page can be framed',
})
