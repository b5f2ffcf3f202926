import { nosniffMissing } from '#stages/score/audit/rules/technical/security/nosniff-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(nosniffMissing, {
  passes: [
    { name: 'Fetch: case does not matter', page: { headers: { 'x-content-type-options': 'NoSniff' } } },
  ],
  fails: [
    { name: 'not sent', page: '<title>A</title>', evidence: null, message: 'missing' },
    {
      name: 'another value',
      page: { headers: { 'x-content-type-options': 'no-sniff' } },
      evidence: 'X-Content-Type-Options: no-sniff',
      message: 'wrong',
    },
    {
      name: 'Fetch: the first value counts',
      page: { headers: { 'x-content-type-options': ', nosniff' } },
      evidence: 'X-Content-Type-Options: ',
      message: 'wrong',
    },
  ],
  notApplicable: 'every page can have it',
})
