import { fontsFormat } from '#stages/score/performance/tips/fonts-format.ts'
import { page, request } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(fontsFormat, {
  given: {
    requests: [page, request('/a.woff', { kind: 'font', mimeType: 'font/woff', transferBytes: 20_480 })],
  },
  says: ['1 font (20 KiB)', '30 %'],
  gains: { wastedBytes: 6144 },
  nearMiss: {
    requests: [page, request('/a.woff2', { kind: 'font', mimeType: 'application/octet-stream' })],
  },
})
