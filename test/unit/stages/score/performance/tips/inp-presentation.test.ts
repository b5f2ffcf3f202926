import { inpPresentation } from '#stages/score/performance/tips/inp-presentation.ts'
import { slow } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(inpPresentation, {
  given: slow(10, 100, 150),
  says: ['260 ms', '150 ms', 'to the next frame'],
  gains: { savings: { inp: 60 } },
  nearMiss: slow(10, 150, 100),
})
