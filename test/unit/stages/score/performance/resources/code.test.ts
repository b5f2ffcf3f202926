import { expect } from 'chai'
import { filesOf, transferredBytes, unusedCode } from '#stages/score/performance/resources/code.ts'
import { page, request } from '#test/support/performance/lab-measurement.ts'

const script = (path: string, transferBytes: number, decodedBytes: number, more = {}) =>
  request(path, { kind: 'javascript', transferBytes, decodedBytes, ...more })
const url = 'https://shop.example.com/a.js'

describe('files of code', () => {
  it('are the largest responses of a kind by URL, without redirects and empty ones', () => {
    const large = script('/a.js', 2000, 1500)
    const requests = [
      page,
      script('/a.js', 100, 1500),
      large,
      script('/b.js', 10, 0),
      script('/c.js', 9, 9, { isRedirect: true }),
    ]
    expect([...filesOf({ requests }, 'javascript')]).to.deep.equal([[url, large]])
  })

  it('are on the wire as they were compressed, without headers where they were not', () => {
    expect(transferredBytes(script('/a.js', 4000, 10_000), 5000)).to.equal(2000)
    expect(transferredBytes(script('/a.js', 10_300, 10_000), 5000)).to.equal(5000)
    expect(transferredBytes(script('/a.js', 4000, 10_000), 50_000)).to.equal(4000)
  })

  it('have unused code in the share of their characters', () => {
    const requests = [script('/a.js', 4000, 10_000), script('/b.js', 1000, 1000)]
    const of = (
      one: string,
      characters: number,
      unusedCharacters: number,
      kind: 'javascript' | 'stylesheet',
    ) => ({
      ...{ url: one, characters, unusedCharacters, kind },
    })
    const coverage = [
      of('https://shop.example.com/b.js', 1000, 900, 'javascript'),
      of(url, 9000, 4500, 'javascript'),
      of(url, 9000, 9000, 'stylesheet'),
      of('https://shop.example.com/none.js', 9000, 9000, 'javascript'),
    ]
    const bytes = (least: number) =>
      unusedCode({ requests, coverage }, 'javascript', least).map((one) => one.bytes)
    expect(bytes(0)).to.deep.equal([2000, 900])
    expect(bytes(900)).to.deep.equal([2000])
    expect(unusedCode({ requests }, 'javascript', 0)).to.deep.equal([])
    expect(unusedCode({ requests, coverage: null }, 'javascript', 0)).to.deep.equal([])
  })
})
