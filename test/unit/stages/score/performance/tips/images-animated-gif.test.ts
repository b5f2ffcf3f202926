import { imagesAnimatedGif } from '#stages/score/performance/tips/images-animated-gif.ts'
import { picture } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(imagesAnimatedGif, {
  // 29.1 x log10(200,000) - 100.7 = 54 % of 195.3 KiB
  given: picture(200_000, 'image/gif'),
  says: ['1 animated GIF', '105.5 KiB'],
  gains: { savings: { lcp: 50, fcp: 50 }, wastedBytes: 108_000 },
  nearMiss: picture(102_400, 'image/gif'),
})
