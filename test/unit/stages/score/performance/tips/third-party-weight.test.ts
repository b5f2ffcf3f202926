import { thirdPartyWeight } from '#stages/score/performance/tips/third-party-weight.ts'
import { sized } from '#test/support/performance/lab-pages.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

tipTester(thirdPartyWeight, {
  given: sized('media', 301 * 1024, 'https://video.example.net/'),
  says: ['1 request', '301 KiB', '1 KiB'],
  gains: { wastedBytes: 307_224 },
  nearMiss: sized('media', 300 * 1024, 'https://video.example.net/'),
})
