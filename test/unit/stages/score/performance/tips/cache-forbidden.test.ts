import { cacheForbidden } from '#stages/score/performance/tips/cache-forbidden.ts'
import { withHeaders } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(cacheForbidden, {
  given: withHeaders({ 'cache-control': 'no-store' }),
  says: ['1 file (2 KiB)', 'no-store', 'shop.example.com/app.js'],
  gains: { wastedBytes: 2048 },
  nearMiss: withHeaders({ 'cache-control': 'no-cache' }),
})
