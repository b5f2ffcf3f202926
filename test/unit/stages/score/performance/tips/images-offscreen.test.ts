import { imagesOffscreen } from '#stages/score/performance/tips/images-offscreen.ts'
import { picture } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(imagesOffscreen, {
  given: picture(20_480, 'image/webp', { isInViewport: false }),
  says: ['1 image', '20 KiB', 'lazy'],
  gains: { savings: { lcp: 15.625, fcp: 15.625 }, wastedBytes: 20_480 },
  nearMiss: picture(20_479, 'image/webp', { isInViewport: false }),
})
