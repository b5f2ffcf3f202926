import { lcpImageSlow } from '#stages/score/performance/tips/lcp-image-slow.ts'
import { hero } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(lcpImageSlow, {
  // 500 of 1,000 ms, 400 is 40 %
  given: hero(130, 630, 1000),
  says: ['500 ms', '1,000 ms', '15 KiB'],
  gains: { savings: { lcp: 100 } },
  nearMiss: hero(130, 530, 1000),
})
