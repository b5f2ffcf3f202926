import { http1 } from '#stages/score/performance/tips/http1.ts'
import { old } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(http1, {
  given: old(6),
  says: ['6 files', 'https://shop.example.com'],
  gains: {},
  nearMiss: { requests: [...(old(5).requests ?? []), ...(old(9, 'h2').requests ?? [])] },
})
