import { mainThreadBusy } from '#stages/score/performance/tips/main-thread-busy.ts'
import { busy } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(mainThreadBusy, {
  given: busy('other', 2018),
  says: ['2,018 ms'],
  gains: {},
  nearMiss: busy('other', 2017),
})
