import { pageWeight } from '#stages/score/performance/tips/page-weight.ts'
import { sized } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(pageWeight, {
  given: sized('other', 2667 * 1024),
  says: ['2,668 KiB'],
  gains: { wastedBytes: 1000 },
  nearMiss: sized('other', 2667 * 1024 - 1000),
})
