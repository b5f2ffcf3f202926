import { expect } from 'chai'
import { javascriptDuplicated } from '#stages/score/performance/tips/javascript-duplicated.ts'
import { facts, page, request } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

const script = (path: string) =>
  request(path, { kind: 'javascript', transferBytes: 10_240, decodedBytes: 20_480, endMs: null })
const copy = (path: string, characters: number) => ({ url: `https://shop.example.com${path}`, characters })
const duplicated = (characters: number) => ({
  requests: [page, script('/a.js'), script('/b.js')],
  duplicatedCode: [
    { module: 'node_modules/lib/index.js', copies: [copy('/a.js', 9000), copy('/b.js', characters)] },
  ],
})

tipTester(javascriptDuplicated, {
  given: duplicated(4096),
  says: [
    '1 script or module',
    'node_modules/lib/index.js of shop.example.com/b.js',
    '2 KiB again',
    'Saves about 2 KiB',
  ],
  gains: { savings: { lcp: 0, fcp: 0 }, wastedBytes: 2048 },
  nearMiss: duplicated(2046),
})

describe('duplicated scripts', () => {
  it('count as files with all their bytes', () => {
    const whole = {
      module: null,
      copies: [copy('/a.js', 20_480), copy('/b.js', 20_480), copy('/gone.js', 20_480)],
    }
    const finding = javascriptDuplicated.find(facts({ ...duplicated(0), duplicatedCode: [whole] }))
    expect(finding?.wastedBytes).to.equal(10_240)
  })

  it('are none where nothing was measured', () => {
    expect(javascriptDuplicated.find(facts())).to.equal(null)
    expect(javascriptDuplicated.find(facts({ duplicatedCode: null }))).to.equal(null)
  })
})
