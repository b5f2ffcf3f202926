import { contentBehindFetch } from '#stages/score/performance/tips/content-behind-fetch.ts'
import { page, request, vital } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(contentBehindFetch, {
  given: {
    vitals: { lcp: vital(2600) },
    requests: [page, request('/api', { kind: 'fetch', startMs: 200, endMs: 900 })],
  },
  says: ['shop.example.com/api', '700 ms'],
  gains: { savings: { lcp: 100 } },
  nearMiss: {
    vitals: { lcp: vital(2600) },
    requests: [page, request('/api', { kind: 'fetch', startMs: 200, endMs: 800 })],
  },
})
