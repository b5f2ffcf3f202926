import { imagesOversized } from '#stages/score/performance/tips/images-oversized.ts'
import { picture } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(imagesOversized, {
  given: picture(16_384, 'image/webp', { shownWidth: 200, shownHeight: 150 }),
  says: ['1 image', '12 KiB'],
  gains: { savings: { lcp: 9.375, fcp: 9.375 }, wastedBytes: 12_288 },
  nearMiss: picture(16_384, 'image/webp', { shownWidth: 400, shownHeight: 300 }),
})
