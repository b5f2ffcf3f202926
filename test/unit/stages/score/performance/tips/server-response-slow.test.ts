import { serverResponseSlow } from '#stages/score/performance/tips/server-response-slow.ts'
import { phone, vital } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(serverResponseSlow, {
  given: { vitals: { ttfb: vital(900) } },
  says: ['900 ms', '600 ms'],
  gains: { savings: { ttfb: 300, fcp: 300, lcp: 300 } },
  // As short as the emulated latency allows.
  nearMiss: { environment: phone, vitals: { ttfb: vital(615) } },
})
