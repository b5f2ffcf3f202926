import { expect } from 'chai'
import { packCoverage, unpackCoverage } from '#stages/render/lab/code/coverage/packed-coverage.ts'

const range = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count })
const rule = (styleSheetId: string, startOffset: number, endOffset: number, used = true) => ({
  ...{ styleSheetId, startOffset, endOffset, used },
})

describe('packed coverage', () => {
  it('holds the ranges of the chosen scripts and the used rules of the chosen style sheets', () => {
    const result = [
      {
        scriptId: '1',
        functions: [{ ranges: [range(0, 9, 1), range(2, 4, 0)] }, { ranges: [range(5, 7, 3)] }],
      },
      { scriptId: '2', functions: [{ ranges: [range(0, 5, 1)] }] },
      { scriptId: '3', functions: [] },
    ]
    const ruleUsage = [rule('a', 1, 2), rule('b', 3, 4), rule('a', 5, 6), rule('a', 7, 8, false)]
    const packed = packCoverage({ result, ruleUsage }, new Set(['1', '3']), new Set(['a']))
    const unpacked = unpackCoverage(structuredClone(packed))
    const ranges = unpacked.result.map(({ scriptId, functions }) => [
      scriptId,
      functions.flatMap((one) => one.ranges),
    ])
    expect(ranges).to.deep.equal([
      ['1', [range(0, 9, 1), range(2, 4, 0), range(5, 7, 3)]],
      ['3', []],
    ])
    expect(unpacked.ruleUsage).to.deep.equal([rule('a', 1, 2), rule('a', 5, 6)])
  })
})
