import { PassThrough, Readable } from 'node:stream'
import { expect } from 'chai'
import { bufferStream } from '#stages/fetch/http/body/decode-buffered.ts'

const bounds = { maxBytes: 1000, waitMs: 5000 }
const bytes = Buffer.from('0123456789'.repeat(100))

function inChunks(all: Buffer, size: number): Readable {
  const parts = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.subarray(index * size, (index + 1) * size),
  )
  return Readable.from(parts, { objectMode: false })
}

async function rest(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe('bufferStream', () => {
  for (const size of [1, 300, 1000]) {
    it(`returns a whole stream in chunks of ${size} bytes`, async () => {
      expect((await bufferStream(inChunks(bytes, size), bounds))?.toString()).to.equal(bytes.toString())
    })

    it(`restores a stream of one byte too many, in chunks of ${size} bytes`, async () => {
      const stream = inChunks(Buffer.concat([bytes, Buffer.from('!')]), size)
      expect(await bufferStream(stream, bounds)).to.equal(null)
      expect(await rest(stream)).to.equal(`${bytes}!`)
    })
  }

  it('returns no bytes of an empty stream', async () => {
    expect(await bufferStream(Readable.from([], { objectMode: false }), bounds)).to.have.length(0)
  })

  it('restores a stream that does not end in time, with its later chunks', async () => {
    for (const early of ['', 'early ']) {
      const stream = new PassThrough()
      if (early !== '') stream.write(early)
      expect(await bufferStream(stream, { ...bounds, waitMs: 10 })).to.equal(null)
      stream.end('late')
      expect(await rest(stream)).to.equal(`${early}late`)
    }
  })

  it("rejects with the stream's error, before and after the first bytes", async () => {
    const broken = new Error('reset')
    const before = new PassThrough().on('error', () => {}).destroy(broken)
    await new Promise((resolve) => setImmediate(resolve))
    const after = new PassThrough()
    after.write('some')
    const outcomes = [before, after].map((stream) =>
      bufferStream(stream, bounds).catch((error: unknown) => error),
    )
    await new Promise((resolve) => setImmediate(resolve))
    after.destroy(broken)
    expect(await Promise.all(outcomes)).to.deep.equal([broken, broken])
  })

  it('removes its listeners', async () => {
    const stream = inChunks(bytes, 300)
    const listeners = () => ['data', 'error'].map((event) => stream.listenerCount(event))
    const before = listeners()
    await bufferStream(stream, bounds)
    expect(listeners()).to.deep.equal(before)
  })
})
