import { http1 } from '#stages/score/audit/rules/performance/transfer/http1.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(http1, {
  passes: [{ name: 'HTTP/2', page: { httpVersion: '2' } }],
  fails: [
    {
      name: 'HTTP/1.1',
      page: { httpVersion: '1.1' },
      message: 'old',
      evidence: 'HTTP/1.1',
      says: 'HTTP/1.1',
    },
  ],
  notApplicable: [
    {
      name: 'without TLS browsers speak nothing else',
      page: { url: 'http://www.example.com/', httpVersion: '1.1' },
    },
  ],
  notDecidable: [{ name: 'unknown', page: { httpVersion: null }, reason: 'protocol_unknown' }],
})
