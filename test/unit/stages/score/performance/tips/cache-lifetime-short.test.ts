import { cacheLifetimeShort } from '#stages/score/performance/tips/cache-lifetime-short.ts'
import { withHeaders } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(cacheLifetimeShort, {
  given: withHeaders({ 'cache-control': 'max-age=604800', age: '1' }),
  says: ['1 file (2 KiB)', '7 days'],
  gains: { wastedBytes: 2048 },
  nearMiss: withHeaders({ 'cache-control': 'max-age=604801' }),
})
