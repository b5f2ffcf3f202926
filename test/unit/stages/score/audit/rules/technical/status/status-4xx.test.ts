import { status4xx } from '#stages/score/audit/rules/technical/status/status-4xx.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(status4xx, {
  passes: [
    { name: 'found', page: { status: 200 } },
    { name: 'a server error has a rule of its own', page: { status: 503 } },
  ],
  fails: [
    { name: 'RFC 9110, 15.5.5: not found', page: { status: 404 }, message: 'error', evidence: 'HTTP 404' },
    { name: 'RFC 9110, 15.5.11: gone', page: { status: 410 }, message: 'error', evidence: 'HTTP 410' },
  ],
  notApplicable: 'every page has a status',
})
