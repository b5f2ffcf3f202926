import { Readable } from 'node:stream'
import { expect } from 'chai'
import { isUnavailable } from '#shared/errors.ts'
import { segmentLines } from '#stages/batch/shards/segments/segment-lines.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const text = [
  '{"n":9,"id":"a"}\n',
  '{"n":10,"id":"b"}\n',
  '{"n":11,"id":"ü,{"}\n',
  '{"n":12,"id":"d"}\n',
].join('')

describe('segmentLines', () => {
  /** Reads a segment whose bytes come in pieces of that size. */
  async function read(
    skip: number,
    first: number,
    count: number,
    after = 0,
    pieceBytes = 1000,
  ): Promise<string> {
    const whole = Buffer.from(text)
    const pieces = Array.from({ length: Math.ceil(whole.length / pieceBytes) }, (_, n) =>
      whole.subarray(n * pieceBytes, (n + 1) * pieceBytes),
    )
    const segment = { object: 'results/x', skip, first, count }
    const chunks: Buffer[] = []
    for await (const chunk of segmentLines({ segment, bytes: Readable.from(pieces) }, after))
      chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }

  for (const pieceBytes of [1, 2, 7, 19, 1000]) {
    it(`replaces the numbers, wherever the bytes are cut: every ${pieceBytes}`, async () => {
      expect(await read(0, 99, 4, 0, pieceBytes)).to.equal(
        '{"n":99,"id":"a"}\n{"n":100,"id":"b"}\n{"n":101,"id":"ü,{"}\n{"n":102,"id":"d"}\n',
      )
    })
  }

  it('leaves out the lines that an earlier segment has, and those up to the wanted ones', async () => {
    expect(await read(2, 1, 2)).to.equal('{"n":1,"id":"ü,{"}\n{"n":2,"id":"d"}\n')
    expect(await read(1, 5, 3, 6)).to.equal('{"n":7,"id":"d"}\n')
    expect(await read(1, 5, 3, 7)).to.equal('')
  })

  it('leaves out lines beyond the segment', async () => {
    expect(await read(1, 5, 1, 0, 3)).to.equal('{"n":5,"id":"b"}\n')
  })

  it('rejects when lines are missing', async () => {
    expect(isUnavailable(await rejectionOf(read(0, 1, 5)))).to.equal(true)
  })

  it('rejects with an error of availability when the bytes cannot be read', async () => {
    const bytes = new Readable({ read: () => bytes.destroy(new Error('reset')) })
    const segment = { object: 'results/x', skip: 0, first: 1, count: 1 }
    expect(isUnavailable(await rejectionOf(segmentLines({ segment, bytes }, 0).next()))).to.equal(true)
  })
})
