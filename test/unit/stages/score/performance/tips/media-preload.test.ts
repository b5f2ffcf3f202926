import { mediaPreload } from '#stages/score/performance/tips/media-preload.ts'
import { sized } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(mediaPreload, {
  given: sized('media', 1024 * 1024 + 1),
  says: ['1 request', '1,024 KiB'],
  gains: { wastedBytes: 1_048_577 },
  nearMiss: sized('media', 1024 * 1024),
})
