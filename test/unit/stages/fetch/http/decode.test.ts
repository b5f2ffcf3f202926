import { PassThrough, Readable } from 'node:stream'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { ContentCoding } from '#stages/fetch/http/content-coding.ts'
import { decode } from '#stages/fetch/http/decode.ts'
import { InvalidResponse } from '#stages/fetch/http/failures.ts'

const page = Buffer.from('<p>one two three</p>'.repeat(5000))

/** The bytes one, or as many as told, at a time. */
function pieces(bytes: Buffer, size: number): Readable {
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  return Readable.from(parts, { objectMode: false })
}

async function read(source: Readable, codings: ContentCoding[]) {
  const chunks: Buffer[] = []
  const ending = await decode(source, codings, (chunk) => chunks.push(chunk) > 0)
  return { ending, bytes: Buffer.concat(chunks) }
}

describe('decode', () => {
  for (const size of [1, 7, 1_000_000]) {
    it(`gives the same for pieces of ${size} bytes`, async () => {
      const { ending, bytes } = await read(pieces(gzipSync(deflateRawSync(page)), size), ['gzip', 'deflate'])
      expect(ending).to.equal('complete')
      expect(bytes.equals(page)).to.equal(true)
    })

    it(`keeps what was decoded of a stream cut off, in pieces of ${size} bytes`, async () => {
      const { ending, bytes } = await read(pieces(gzipSync(page).subarray(0, -9), size), ['gzip'])
      expect(ending).to.equal('truncated')
      expect(bytes.length).to.be.greaterThan(page.length - 1000)
      expect(page.subarray(0, bytes.length).equals(bytes)).to.equal(true)
    })
  }

  it('passes a plain stream on', async () => {
    const { ending, bytes } = await read(pieces(page, 1000), [])
    expect({ ending, isSame: bytes.equals(page) }).to.deep.equal({ ending: 'complete', isSame: true })
  })

  it('takes an empty stream for whole', async () => {
    expect(await read(pieces(Buffer.alloc(0), 1), ['br', 'gzip'])).to.deep.equal({
      ending: 'complete',
      bytes: Buffer.alloc(0),
    })
  })

  it('stops where it is told, and lets go of the stream', async () => {
    const source = Readable.from(
      (function* () {
        for (;;) yield page
      })(),
      { objectMode: false },
    )
    let calls = 0
    const ending = await decode(source, [], () => {
      calls += 1
      return calls < 3
    })
    expect({ ending, calls, destroyed: source.destroyed }).to.deep.equal({
      ending: 'stopped',
      calls: 3,
      destroyed: true,
    })
  })

  it("fails with the stream's own error, at whatever place it comes", async () => {
    const broken = new Error('reset')
    for (const sent of [Buffer.alloc(0), gzipSync(gzipSync(page)).subarray(0, 50)]) {
      for (const codings of [[], ['gzip'], ['gzip', 'gzip']] as ContentCoding[][]) {
        const source = new PassThrough()
        if (sent.length > 0) source.write(sent)
        setTimeout(() => source.destroy(broken), 10)
        const outcome = await read(source, codings).catch((error: unknown) => error)
        expect(outcome).to.equal(broken)
      }
    }
  })

  it('fails with the error of the stream that was broken before', async () => {
    const broken = new Error('reset')
    for (const codings of [[], ['gzip']] as ContentCoding[][]) {
      const source = new PassThrough().on('error', () => {}).destroy(broken)
      await new Promise((resolve) => setImmediate(resolve))
      expect(await read(source, codings).catch((error: unknown) => error)).to.equal(broken)
    }
  })

  it('fails on bytes that are no such stream', async () => {
    for (const coding of ['gzip', 'deflate', 'br', 'zstd'] as const) {
      const outcome = await read(pieces(Buffer.from('no compression whatsoever'), 100), [coding]).catch(
        (error: unknown) => error,
      )
      expect(outcome, coding).to.be.instanceOf(InvalidResponse)
    }
  })
})
