import { thirdPartyExecution } from '#stages/score/performance/tips/third-party-execution.ts'
import { busy, FOREIGN_SCRIPT, OWN_SCRIPT } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(thirdPartyExecution, {
  given: busy('script', 251, FOREIGN_SCRIPT),
  says: ['1 script', '251 ms', 'ads.example.net/x.js'],
  gains: {},
  nearMiss: busy('script', 251, OWN_SCRIPT),
})
