import { documentRedirects } from '#stages/score/performance/tips/document-redirects.ts'
import { request } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(documentRedirects, {
  given: {
    finalUrl: 'https://shop.example.com/en/',
    requests: [
      request('/', { kind: 'document', status: 302, isRedirect: true, startMs: 0, endMs: 150 }),
      request('/en', { kind: 'document', status: 301, isRedirect: true, startMs: 150, endMs: 290 }),
      request('/en/', { kind: 'document', startMs: 300, endMs: 420 }),
    ],
  },
  says: ['2 redirects', '300 ms', 'Link to shop.example.com/en/ directly'],
  gains: { savings: { ttfb: 300, fcp: 300, lcp: 300 } },
  nearMiss: {},
})
