import { expect } from 'chai'
import { isByReference, loadLine, resultLine, withLoadedValues } from '#stages/batch/result-line.ts'
import { page, result } from '#test/contract/frontier/batch-scene.ts'

const url = 'http://x.example/'
const item = { ...page(url), batch: 'b', seq: 3 }
const requested = { operation: 'metadata', parameters: { url, fields: 'basic' }, url }

describe('resultLine', () => {
  it('is the value of the event with number and id', () => {
    const line = resultLine(7, item, 'metadata', result(url))
    expect(line).to.match(/^[^\n]+\n$/)
    expect(JSON.parse(line)).to.deep.equal({ n: 7, id: 'b.3', ...JSON.parse(result(url).json) })
    expect(isByReference(line)).to.equal(false)
  })

  it('names where a crawl found the page', () => {
    const found = { ...item, depth: 1, from: 'http://x.example/start' }
    expect(JSON.parse(resultLine(1, found, 'metadata', result(url)))).to.include({
      depth: 1,
      from: 'http://x.example/start',
    })
  })

  for (const json of ['', 'null', '"text"', '[1]', '{\n"a":']) {
    it(`adds a note when the value is not an object: ${JSON.stringify(json)}`, () => {
      expect(JSON.parse(resultLine(1, item, 'metadata', { ...result(url), json }))).to.deep.equal({
        ...{ n: 1, id: 'b.3', ...requested },
        ...{ result: null, note: 'the result cannot be read' },
      })
    })
  }

  describe('by reference', () => {
    const dataref = 'http://here.example/bodies/x.json'
    const line = resultLine(2, item, 'metadata', { ...result(url), json: '', dataref })

    it('gets its value when it is read', async () => {
      expect(isByReference(line)).to.equal(true)
      const whole = await loadLine(line, async (place) => JSON.stringify({ operation: 'metadata', place }))
      expect(JSON.parse(whole)).to.deep.equal({ n: 2, id: 'b.3', operation: 'metadata', place: dataref })
    })

    for (const value of [null, 'no object']) {
      it(`adds a note when the value is ${value === null ? 'gone' : value}`, async () => {
        const whole = JSON.parse(await loadLine(line, async () => value))
        expect(whole).to.deep.include({ n: 2, id: 'b.3', ...requested, result: null, dataref })
        expect(whole.note).to.equal('the result is not stored any more')
      })
    }
  })
})

describe('withLoadedValues', () => {
  const dataref = 'http://here.example/bodies/x.json'
  const plain = (n: number) => resultLine(n, item, 'metadata', result(url))
  const byReference = (n: number) => resultLine(n, item, 'metadata', { ...result(url), json: '', dataref })

  it('replaces the lines by reference, and passes the others on together', async () => {
    const lines = Buffer.from([plain(1), plain(2), byReference(3), byReference(4), plain(5)].join(''))
    const pieces: string[] = []
    for await (const piece of withLoadedValues(lines, async (place) => JSON.stringify({ place })))
      pieces.push(Buffer.from(piece).toString())
    expect(pieces).to.deep.equal([
      plain(1) + plain(2),
      `{"n":3,"id":"b.3","place":"${dataref}"}\n`,
      `{"n":4,"id":"b.3","place":"${dataref}"}\n`,
      plain(5),
    ])
  })
})
