import { status5xx } from '#stages/score/audit/rules/technical/status/status-5xx.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(status5xx, {
  passes: [
    { name: 'found', page: { status: 200 } },
    { name: 'not found has a rule of its own', page: { status: 404 } },
  ],
  fails: [
    { name: 'RFC 9110, 15.6.4: unavailable', page: { status: 503 }, message: 'error', evidence: 'HTTP 503' },
  ],
  notApplicable: 'every page has a status',
})
