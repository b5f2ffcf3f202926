import { cacheRevalidation } from '#stages/score/performance/tips/cache-revalidation.ts'
import { withHeaders } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(cacheRevalidation, {
  given: withHeaders({ 'cache-control': 'no-cache' }),
  says: ['1 file (2 KiB)', 'no-cache'],
  gains: { wastedBytes: 2048 },
  nearMiss: withHeaders({ 'cache-control': 'no-cache, no-store' }),
})
