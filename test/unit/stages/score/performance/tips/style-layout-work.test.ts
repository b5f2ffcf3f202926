import { styleLayoutWork } from '#stages/score/performance/tips/style-layout-work.ts'
import { busy } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(styleLayoutWork, {
  given: busy('style_layout', 501),
  says: ['501 ms'],
  gains: {},
  nearMiss: busy('style_layout', 500),
})
