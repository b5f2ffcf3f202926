import { lcpRenderDelay } from '#stages/score/performance/tips/lcp-render-delay.ts'
import { hero } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(lcpRenderDelay, {
  given: hero(130, 300, 800),
  says: ['500 ms'],
  gains: { savings: { lcp: 500 } },
  nearMiss: hero(130, 701, 800),
})
