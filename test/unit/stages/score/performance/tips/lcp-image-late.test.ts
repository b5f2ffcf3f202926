import { lcpImageLate } from '#stages/score/performance/tips/lcp-image-late.ts'
import { hero } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(lcpImageLate, {
  // 621 - 120 = 501 > 10 % of 900
  given: hero(621, 700, 900),
  says: ['shop.example.com/hero.webp', '501 ms'],
  gains: { savings: { lcp: 501 } },
  nearMiss: hero(219, 300, 900),
})
