import { scriptWeight } from '#stages/score/performance/tips/script-weight.ts'
import { sized } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(scriptWeight, {
  given: sized('javascript', 300 * 1024 + 1024),
  says: ['1 script', '301 KiB'],
  gains: { wastedBytes: 1024 },
  nearMiss: sized('javascript', 300 * 1024),
})
