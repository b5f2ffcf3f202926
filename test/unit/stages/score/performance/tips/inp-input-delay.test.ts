import { inpInputDelay } from '#stages/score/performance/tips/inp-input-delay.ts'
import { slow } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(inpInputDelay, {
  given: slow(300, 100, 40),
  says: ['button#buy', '440 ms', '300 ms', 'until its event handlers began'],
  gains: { savings: { inp: 240 } },
  nearMiss: slow(120, 50, 30),
})
