import { renderBlockingStyles } from '#stages/score/performance/tips/render-blocking-styles.ts'
import { blocking } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(renderBlockingStyles, {
  // Not longer than until the first paint: 900 - 120.
  given: blocking('/a.css', 'stylesheet', 1200),
  says: ['a.css delays first paint by', '780 ms'],
  gains: { savings: { fcp: 780, lcp: 780 } },
  nearMiss: blocking('/a.css', 'stylesheet', 219),
})
