import { staticResponseSlow } from '#stages/score/performance/tips/static-response-slow.ts'
import { page, phone } from '#test/support/performance/lab-measurement.ts'
import { file } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(staticResponseSlow, {
  given: { requests: [page, file({ startMs: 100, endMs: 801 })] },
  says: ['1 small file', '701 ms'],
  gains: {},
  nearMiss: { environment: phone, requests: [page, file({ startMs: 100, endMs: 801 })] },
})
