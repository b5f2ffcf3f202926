import { textUncompressed } from '#stages/score/performance/tips/text-uncompressed.ts'
import { page } from '#test/support/performance/lab-measurement.ts'
import { file } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(textUncompressed, {
  given: {
    requests: [page, file({ decodedBytes: 40_960, compressed: { gzip: 12_288, brotli: 10_240 } })],
  },
  says: ['1 text', '30 KiB'],
  gains: { savings: { lcp: 23.4375, fcp: 23.4375 }, wastedBytes: 30_720 },
  nearMiss: { requests: [page, file({ decodedBytes: 2000, compressed: { gzip: 700, brotli: 601 } })] },
})
