import { hstsMissing } from '#stages/score/audit/rules/technical/security/hsts-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const sent = (value: string | string[]) => ({ headers: { 'strict-transport-security': value } })

ruleTester(hstsMissing, {
  passes: [
    { name: 'RFC 6797, 6.2: a year', page: sent('max-age=31536000; includeSubDomains') },
    { name: 'RFC 6797, 6.1: case and quotes', page: sent('includeSubDomains; MAX-AGE="31536000"') },
  ],
  fails: [
    { name: 'not sent', page: '<title>A</title>', evidence: null, message: 'missing' },
    {
      name: 'RFC 6797, 6.1.1: zero switches it off',
      page: sent('max-age=0'),
      evidence: 'Strict-Transport-Security: max-age=0',
      message: 'short',
    },
    {
      name: 'max-age is required',
      page: sent('includeSubDomains'),
      evidence: 'Strict-Transport-Security: includeSubDomains',
      message: 'invalid',
    },
    {
      name: 'RFC 6797, 8.1: the first header counts',
      page: sent(['max-age=60', 'max-age=31536000']),
      evidence: 'Strict-Transport-Security: max-age=60',
      message: 'short',
      says: '60 seconds',
    },
  ],
  notApplicable: [
    { name: 'RFC 6797, 7.2: not by http', page: { url: 'http://www.example.com/' } },
    { name: 'RFC 6797, 8.1: not for IP addresses', page: { url: 'https://93.184.216.34/' } },
    { name: 'RFC 6761: below localhost', page: { url: 'https://shop.localhost/' } },
  ],
})
