import { renderBlockingThirdParty } from '#stages/score/performance/tips/render-blocking-third-party.ts'
import { blocking } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(renderBlockingThirdParty, {
  given: blocking('https://fonts.example.net/css', 'stylesheet', 520),
  says: ['fonts.example.net/css delays first paint by', '400 ms', 'fonts.example.net/css'],
  gains: { savings: { fcp: 400, lcp: 400 } },
  nearMiss: blocking('https://static.example.com/css', 'stylesheet', 520),
})
