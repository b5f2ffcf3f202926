import { lcpImageLazy } from '#stages/score/performance/tips/lcp-image-lazy.ts'
import { hero } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(lcpImageLazy, {
  given: hero(420, 500, 600, { isLazy: true }),
  says: ['shop.example.com/hero.webp', '300 ms'],
  gains: { savings: { lcp: 300 } },
  nearMiss: hero(420, 500, 600),
})
