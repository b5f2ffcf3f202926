import { fontsLate } from '#stages/score/performance/tips/fonts-late.ts'
import { page, request, vital } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(fontsLate, {
  given: {
    vitals: { fcp: vital(240) },
    requests: [page, request('/a.woff2', { kind: 'font', startMs: 241 })],
  },
  says: ['1 font', '240 ms', '241 ms'],
  gains: {},
  nearMiss: {
    vitals: { fcp: vital(240) },
    requests: [page, request('/a.woff2', { kind: 'font', startMs: 240 })],
  },
})
