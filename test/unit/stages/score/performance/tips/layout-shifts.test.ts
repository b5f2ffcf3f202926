import { layoutShifts } from '#stages/score/performance/tips/layout-shifts.ts'
import { vital } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(layoutShifts, {
  given: { vitals: { cls: vital(0.5, { target: 'main' }) } },
  says: ['CLS 0.5', 'main'],
  gains: { savings: { cls: 0.4 } },
  nearMiss: { vitals: { cls: vital(0.1) } },
})
