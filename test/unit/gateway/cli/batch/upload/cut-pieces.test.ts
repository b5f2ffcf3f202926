import { expect } from 'chai'
import {
  cutPieces,
  type Piece,
  type PieceLimits,
  withoutLines,
} from '#gateway/cli/batch/upload/cut-pieces.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClock } from '#test/unit/driven-clock.ts'

const limits: PieceLimits = { lines: 3, bytes: 1000, lineBytes: 100, waitMs: 1000 }
const forEver = new AbortController().signal

async function* chunksOf(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function piecesOf(chunks: AsyncIterable<Uint8Array | string>, more: Partial<PieceLimits> = {}) {
  const pieces: [text: string, lines: number][] = []
  for await (const { body, lines } of cutPieces(chunks, forEver, { ...limits, ...more }))
    pieces.push([body.toString(), lines])
  return pieces
}

describe('cutPieces', () => {
  for (const size of [1, 2, 5, 1000]) {
    it(`cuts after so many lines, in chunks of ${size} bytes`, async () => {
      expect(await piecesOf(chunksOf('a\n\nü\r\nd\ne', size))).to.deep.equal([
        ['a\n\nü\r\n', 3],
        ['d\ne', 2],
      ])
      expect(await piecesOf(chunksOf('a\nb\nc\n', size))).to.deep.equal([['a\nb\nc\n', 3]])
    })

    it(`cuts a piece when it is large, and a line that is too long at its end, in chunks of ${size} bytes`, async () => {
      const long = 'x'.repeat(150)
      expect(await piecesOf(chunksOf(`a\n${long}\nb\n${long}`, size), { bytes: 50 })).to.deep.equal([
        [`a\n${'x'.repeat(100)}\n`, 2],
        [`b\n${'x'.repeat(100)}`, 2],
      ])
    })
  }

  it('has no piece for an empty body', async () => {
    expect(await piecesOf(chunksOf('', 1))).to.deep.equal([])
  })

  it('takes text as well', async () => {
    async function* texts() {
      yield 'ä\nb'
      yield 'c'
    }
    expect(await piecesOf(texts())).to.deep.equal([['ä\nbc', 2]])
  })

  it('sends whole lines of a slow body after a while, and nothing without any', async () => {
    const clock = driveClock()
    const rest = Promise.withResolvers<void>()
    async function* slow() {
      yield Buffer.from('a\nb')
      await rest.promise
      yield Buffer.from('c\n')
    }
    const pieces = cutPieces(slow(), forEver, limits)
    const first = pieces.next()
    await clock.pass(1100)
    expect((await first).value).to.deep.equal({ body: Buffer.from('a\n'), lines: 1 })
    const second = pieces.next()
    await clock.pass(5000)
    rest.resolve()
    expect((await second.finally(clock.stop)).value).to.deep.equal({ body: Buffer.from('bc\n'), lines: 1 })
    expect((await pieces.next()).done).to.equal(true)
  })

  it('reads no further than the piece that is taken', async () => {
    let given = 0
    async function* endless() {
      for (; ; given++) yield Buffer.from('a\n')
    }
    const pieces = cutPieces(endless(), forEver, limits)
    await pieces.next()
    expect(given).to.be.at.most(4)
    await pieces.return(undefined)
  })

  it('throws the error of the body, and the reason of an aborted signal while none comes', async () => {
    const cut = new Error('cut')
    async function* broken() {
      yield Buffer.from('a\n')
      throw cut
    }
    expect(await rejectionOf(piecesOf(broken()))).to.equal(cut)
    const caller = new AbortController()
    async function* silent() {
      await new Promise(() => {})
      yield ''
    }
    const waiting = rejectionOf(cutPieces(silent(), caller.signal, limits).next())
    caller.abort(cut)
    expect(await waiting).to.equal(cut)
  })
})

describe('withoutLines', () => {
  it('is the piece without its first lines', () => {
    const piece: Piece = { body: Buffer.from('a\n\nü\nd'), lines: 4 }
    const left = (count: number) => {
      const { body, lines } = withoutLines(piece, count)
      return [body.toString(), lines]
    }
    expect([0, 1, 2, 3, 4, 5].map(left)).to.deep.equal([
      ['a\n\nü\nd', 4],
      ['\nü\nd', 3],
      ['ü\nd', 2],
      ['d', 1],
      ['', 0],
      ['', 0],
    ])
  })
})
