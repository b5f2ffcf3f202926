import { expect } from 'chai'
import { scriptCoverage } from '#stages/render/lab/code/coverage/script-coverage.ts'

const coverage = (scriptId: string, ...ranges: [start: number, end: number, count: number][]) => ({
  scriptId,
  url: '',
  functions: ranges.map(([startOffset, endOffset, count]) => ({
    functionName: '',
    isBlockCoverage: false,
    ranges: [{ startOffset, endOffset, count }],
  })),
})

describe('coverage of scripts', () => {
  it('counts code as used that ran in one of the frames with the file', () => {
    const scripts = [
      { scriptId: '1', url: 'https://a.example/a.js', characters: 100 },
      { scriptId: '2', url: 'https://a.example/a.js', characters: 100 },
      { scriptId: '3', url: 'https://a.example/b.js', characters: 50 },
      { scriptId: '4', url: 'https://a.example/not-covered.js', characters: 50 },
    ]
    const found = scriptCoverage(scripts, [
      coverage('1', [0, 100, 1], [10, 50, 0], [60, 70, 0]),
      coverage('2', [0, 100, 1], [40, 50, 0], [60, 70, 0]),
      coverage('3', [0, 50, 1]),
      coverage('5', [0, 10, 0]),
    ])
    expect(found).to.deep.equal([
      { url: 'https://a.example/a.js', kind: 'javascript', characters: 100, unusedCharacters: 20 },
      { url: 'https://a.example/b.js', kind: 'javascript', characters: 50, unusedCharacters: 0 },
    ])
  })
})
