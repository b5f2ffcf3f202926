import { requestsFailed } from '#stages/score/performance/tips/requests-failed.ts'
import { page, request } from '#test/support/performance/lab-measurement.ts'
import { file } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(requestsFailed, {
  given: {
    requests: [
      page,
      file({ status: 404 }),
      request('/gone', { kind: 'image', status: null, hasFailed: true }),
    ],
  },
  says: ['2 requests', 'shop.example.com/app.js (404)'],
  gains: {},
  nearMiss: {
    requests: [{ ...page, status: 404 }, file({ status: 304 }), file({ status: 206, hasFailed: true })],
  },
})
