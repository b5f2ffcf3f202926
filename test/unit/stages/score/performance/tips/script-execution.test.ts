import { scriptExecution } from '#stages/score/performance/tips/script-execution.ts'
import { busy, OWN_SCRIPT } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(scriptExecution, {
  given: busy('script', 1283, OWN_SCRIPT),
  says: ['1,283 ms', 'shop.example.com/app.js'],
  gains: {},
  nearMiss: busy('script', 1282, OWN_SCRIPT),
})
