import { imagesLegacyFormat } from '#stages/score/performance/tips/images-legacy-format.ts'
import { picture } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(imagesLegacyFormat, {
  given: picture(30_240, 'image/jpeg'),
  says: ['1 image', '10 KiB'],
  gains: { savings: { lcp: 7.8125, fcp: 7.8125 }, wastedBytes: 10_240 },
  nearMiss: picture(24_096, 'image/jpeg'),
})
