import { varyEverything } from '#stages/score/performance/tips/vary-everything.ts'
import { withHeaders } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(varyEverything, {
  given: withHeaders({ 'cache-control': 'max-age=600', vary: '*' }),
  says: ['1 file (2 KiB)', 'Vary: *'],
  gains: { wastedBytes: 2048 },
  nearMiss: withHeaders({ 'cache-control': 'max-age=600', vary: 'Accept-Encoding' }),
})
