import { scriptLongRunning } from '#stages/score/performance/tips/script-long-running.ts'
import { busy, OWN_SCRIPT } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(scriptLongRunning, {
  given: busy('script', 201, OWN_SCRIPT),
  says: ['1 script', '201 ms'],
  gains: {},
  nearMiss: busy('script', 200, OWN_SCRIPT),
})
