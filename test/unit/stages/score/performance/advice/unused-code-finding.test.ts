import { expect } from 'chai'
import { unusedCodeFinding } from '#stages/score/performance/advice/unused-code-finding.ts'
import { facts, page, request } from '#test/support/performance/lab-measurement.ts'

const words = { thing: 'script', fault: 'a fault', advice: 'Fix it' }
const file = (path: string) =>
  request(path, { kind: 'javascript', transferBytes: 10_240, decodedBytes: 20_480, endMs: null })
const unused = (path: string, unusedCharacters: number) => ({
  ...{
    url: `https://shop.example.com${path}`,
    kind: 'javascript' as const,
    characters: 1000,
    unusedCharacters,
  },
})

describe('a finding about unused code', () => {
  it('names the file with the most, and what all files together would save', () => {
    const given = {
      requests: [page, file('/a.js'), file('/b.js')],
      coverage: [unused('/a.js', 500), unused('/b.js', 750)],
    }
    const { items, ...rest } = unusedCodeFinding(facts(given), 'javascript', 0, words) ?? {}
    expect(items?.map(({ bytes, text }) => [bytes, text])).to.deep.equal([
      [7680, 'of 10 KiB'],
      [5120, 'of 10 KiB'],
    ])
    expect(rest).to.deep.equal({
      message:
        '2 scripts have a fault, above all shop.example.com/b.js (7.5 KiB of 10 KiB unused). Fix it. Saves about 12.5 KiB.',
      savings: { lcp: 0, fcp: 0 },
      wastedBytes: 12_800,
    })
  })

  it('is none where nothing was measured', () => {
    expect(unusedCodeFinding(facts({ coverage: null }), 'javascript', 0, words)).to.equal(null)
    expect(unusedCodeFinding(facts(), 'javascript', 0, words)).to.equal(null)
  })
})
