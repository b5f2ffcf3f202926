import { resourceRedirects } from '#stages/score/performance/tips/resource-redirects.ts'
import { page, request } from '#test/support/performance/lab-measurement.ts'
import { file } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(resourceRedirects, {
  given: { requests: [page, file({ status: 302, isRedirect: true, startMs: 130, endMs: 230 })] },
  says: ['1 redirect', '100 ms'],
  gains: {},
  nearMiss: { requests: [page, request('https://ads.example.net/', { isRedirect: true })] },
})
