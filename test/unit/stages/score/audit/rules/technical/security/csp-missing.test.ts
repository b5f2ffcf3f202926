import { cspMissing } from '#stages/score/audit/rules/technical/security/csp-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const policy = (value: string) => ({ headers: { 'content-security-policy': value } })

ruleTester(cspMissing, {
  passes: [
    {
      name: 'Lighthouse csp-xss: nonce and strict-dynamic',
      page: policy("script-src 'nonce-abc' 'strict-dynamic' 'unsafe-inline'; object-src 'none'"),
    },
    { name: 'CSP Level 3: script-src falls back to default-src', page: policy("default-src 'self'") },
    { name: 'as meta', page: `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">` },
    {
      name: 'two policies are enforced together',
      page: { headers: { 'content-security-policy': ["script-src 'unsafe-inline'", "script-src 'self'"] } },
    },
  ],
  fails: [
    { name: 'none', page: '<title>A</title>', evidence: null, message: 'missing' },
    {
      name: 'a policy that only reports',
      page: { headers: { 'content-security-policy-report-only': "script-src 'self'" } },
      evidence: null,
      message: 'missing',
    },
    {
      name: 'a policy without scripts',
      page: policy("frame-ancestors 'none'"),
      evidence: null,
      message: 'noScripts',
    },
    {
      name: 'Lighthouse csp-xss: unsafe-inline',
      page: policy("script-src 'self' 'unsafe-inline'"),
      evidence: "script-src 'self' 'unsafe-inline'",
      message: 'inline',
    },
  ],
  notApplicable: 'every page can have one',
})
