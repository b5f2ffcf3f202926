import { expect } from 'chai'
import { PartitionAppend } from '#shared/adapters/kafka/produce/partition-append.ts'
import { halvesOf, type Piece, takePieces, wholePiece } from '#shared/adapters/kafka/produce/pieces.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('pieces of appends', () => {
  driveClockInEachTest()
  /** Each letter is a record of one byte. */
  function piece(letters: string): Piece {
    const records = [...letters].map((value) => ({ topic: 't', key: null, value, headers: {} }))
    return wholePiece(new PartitionAppend(records, false, 1000))
  }
  const textOf = (pieces: readonly Piece[]) =>
    pieces.map(({ records }) => records.map(({ value }) => value).join(''))

  for (const [what, room] of [
    ['bytes', { bytes: 5, records: 100 }],
    ['records', { bytes: 100, records: 5 }],
  ] as const) {
    it(`are taken whole as far as they fit, by ${what}`, () => {
      const queue = ['ab', 'cd', 'ef'].map(piece)
      expect(textOf(takePieces(queue, room, true))).to.deep.equal(['ab', 'cd'])
      expect(textOf(queue)).to.deep.equal(['ef'])
    })

    it(`are cut where even the first does not fit, if something must be taken, by ${what}`, () => {
      const queue = ['abcdefg', 'h'].map(piece)
      expect(takePieces(queue, room, false)).to.deep.equal([])
      expect(textOf(takePieces(queue, room, true))).to.deep.equal(['abcde'])
      expect(textOf(queue)).to.deep.equal(['fg', 'h'])
    })
  }

  it('go alone once they were halved', () => {
    const queue = [...halvesOf(piece('abc')), piece('d')]
    const room = { bytes: 100, records: 100 }
    const batches = [1, 2, 3].map(() => textOf(takePieces(queue, room, true)))
    expect(batches).to.deep.equal([['ab'], ['c'], ['d']])
  })

  it('are taken record by record at least, however large', () => {
    const queue = [piece('ab')]
    expect(textOf(takePieces(queue, { bytes: 0, records: 100 }, true))).to.deep.equal(['a'])
    expect(textOf(queue)).to.deep.equal(['b'])
  })
})
