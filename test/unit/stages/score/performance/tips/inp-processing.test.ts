import { inpProcessing } from '#stages/score/performance/tips/inp-processing.ts'
import { noVital } from '#test/support/performance/lab-measurement.ts'
import { slow } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(inpProcessing, {
  given: slow(10, 250, 8),
  says: ['268 ms', '250 ms', 'in its event handlers'],
  gains: { savings: { inp: 68 } },
  nearMiss: { vitals: { inp: noVital('no_interactive_element') } },
})
