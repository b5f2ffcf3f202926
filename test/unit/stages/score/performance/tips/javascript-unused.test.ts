import { javascriptUnused } from '#stages/score/performance/tips/javascript-unused.ts'
import { page, request } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

/** A file of 100 KiB, a quarter of that on the wire, with this many KiB on the wire unused. */
const unused = (kibibytes: number) => ({
  requests: [
    page,
    request('/app.js', {
      kind: 'javascript',
      transferBytes: 25 * 1024,
      decodedBytes: 100 * 1024,
      endMs: null,
    }),
  ],
  coverage: [
    {
      ...{ url: 'https://shop.example.com/app.js', kind: 'javascript' as const },
      ...{ characters: 1000, unusedCharacters: kibibytes * 40 },
    },
  ],
})

tipTester(javascriptUnused, {
  given: unused(20.5),
  says: ['shop.example.com/app.js', '20.5 KiB of 25 KiB', 'Saves about 20.5 KiB'],
  gains: { savings: { lcp: 0, fcp: 0 }, wastedBytes: 20.5 * 1024 },
  nearMiss: unused(20),
})
