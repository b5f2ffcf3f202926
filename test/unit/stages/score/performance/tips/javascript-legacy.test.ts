import { javascriptLegacy } from '#stages/score/performance/tips/javascript-legacy.ts'
import { page, request } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

const script = request('/app.js', {
  kind: 'javascript',
  transferBytes: 10_240,
  decodedBytes: 20_480,
  endMs: null,
})
const names = [
  'Array.prototype.at',
  'Array.prototype.flat',
  'Object.assign',
  'Object.entries',
  'Promise.any',
  'core-js',
]

tipTester(javascriptLegacy, {
  given: {
    requests: [page, script],
    legacyCode: [{ url: script.url, names, characters: 8192 }],
  },
  says: [
    '1 script has',
    'shop.example.com/app.js (Array.prototype.at, ',
    'and 1 more',
    'Saves at least 4 KiB',
  ],
  gains: { savings: { lcp: 0, fcp: 0 }, wastedBytes: 4096 },
  nearMiss: { requests: [page, script], legacyCode: [] },
})
