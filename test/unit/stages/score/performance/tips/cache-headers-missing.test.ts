import { cacheHeadersMissing } from '#stages/score/performance/tips/cache-headers-missing.ts'
import { withHeaders } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(cacheHeadersMissing, {
  given: withHeaders({ etag: '"a"' }),
  says: ['1 file (2 KiB)', 'without Cache-Control or Expires'],
  gains: { wastedBytes: 2048 },
  nearMiss: withHeaders({ expires: 'Mon, 22 Nov 2027 12:00:00 GMT' }),
})
