import { Readable } from 'node:stream'
import { expect } from 'chai'
import { isUnavailable } from '#shared/errors.ts'
import { lineChunks } from '#stages/batch/adapters/postgres/results/read-results.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const lines = ['{"n":9,"id":"a"}\n', '{"n":10,"id":"b"}\n', '{"n":11,"id":"ü,{"}\n', '{"n":12,"id":"d"}\n']

async function chunksOf(
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
  last: number,
  after: number,
): Promise<string[]> {
  const chunks: string[] = []
  for await (const chunk of lineChunks(bytes, { first: 9, last }, after)) chunks.push(chunk.toString())
  return chunks
}

describe('lineChunks', () => {
  /** Reads lines whose bytes come in pieces of that size. */
  async function read(after: number, last = 12, pieceBytes = 1000): Promise<string> {
    const whole = Buffer.from(lines.join(''))
    const pieces = Array.from({ length: Math.ceil(whole.length / pieceBytes) }, (_, n) =>
      whole.subarray(n * pieceBytes, (n + 1) * pieceBytes),
    )
    return (await chunksOf(pieces, last, after)).join('')
  }

  for (const pieceBytes of [1, 2, 7, 19, 1000])
    it(`leaves out those up to the wanted ones, wherever the bytes are cut: every ${pieceBytes}`, async () => {
      expect(await read(0, 12, pieceBytes)).to.equal(lines.join(''))
      expect(await read(8, 12, pieceBytes)).to.equal(lines.join(''))
      expect(await read(9, 12, pieceBytes)).to.equal(lines.slice(1).join(''))
      expect(await read(11, 12, pieceBytes)).to.equal(lines[3])
      expect(await read(12, 12, pieceBytes)).to.equal('')
    })

  it('leaves out lines behind the last one', async () => {
    expect(await read(9, 10, 3)).to.equal(lines[1])
  })

  it('cuts at complete lines of at most 256 KiB together, a longer line stands alone', async () => {
    const long = `${'x'.repeat(300_000)}\n`
    const short = `${'y'.repeat(99_999)}\n`
    const bytes = [Buffer.from([short, short, short, long, short].join(''))]
    expect(await chunksOf(bytes, 13, 0)).to.deep.equal([short + short, short, long, short])
  })

  it('rejects when lines are missing', async () => {
    expect(isUnavailable(await rejectionOf(read(0, 13)))).to.equal(true)
  })

  it('rejects with an error of availability when the bytes cannot be read', async () => {
    const bytes = new Readable({ read: () => bytes.destroy(new Error('reset')) })
    expect(isUnavailable(await rejectionOf(chunksOf(bytes, 9, 0)))).to.equal(true)
  })
})
