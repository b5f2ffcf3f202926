import { renderBlockingScripts } from '#stages/score/performance/tips/render-blocking-scripts.ts'
import { blocking } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(renderBlockingScripts, {
  given: blocking('/app.js', 'javascript', 520),
  says: ['app.js delays first paint by', '400 ms', 'shop.example.com/app.js'],
  gains: { savings: { fcp: 400, lcp: 400 } },
  nearMiss: blocking('/app.js', 'javascript', 219),
})
