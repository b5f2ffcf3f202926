import { bfcacheNoStore } from '#stages/score/audit/rules/technical/response/bfcache-no-store.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(bfcacheNoStore, {
  passes: [
    { name: 'no header', page: '<title>A</title>' },
    { name: 'no-cache only asks again', page: { headers: { 'cache-control': 'no-cache, private' } } },
  ],
  fails: [
    {
      name: 'RFC 9111, 5.2.2.5: no-store',
      page: { headers: { 'cache-control': 'private, No-Store' } },
      message: 'noStore',
      evidence: 'Cache-Control: private, No-Store',
    },
  ],
  notApplicable: 'every page can be kept',
})
