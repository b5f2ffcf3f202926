import { PassThrough, Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { brotliCompressSync, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import type { ContentCoding } from '#stages/fetch/http/body/content-coding.ts'
import { DecompressionBomb, decodeStream } from '#stages/fetch/http/body/decode-stream.ts'
import { InvalidResponse } from '#stages/fetch/http/message/target-failures.ts'

const MEBIBYTE = 1_048_576
const page = Buffer.from('<p>one two three</p>'.repeat(5000))

/** Allows any ratio. */
const any = { maxRatio: 1, ratioFromBytes: Number.POSITIVE_INFINITY }

/** The bytes in chunks of `size`. */
function chunks(bytes: Buffer, size: number): Readable {
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  return Readable.from(parts, { objectMode: false })
}

async function read(source: Readable, codings: ContentCoding[]) {
  const chunks: Buffer[] = []
  const ending = await decodeStream(source, codings, (chunk) => chunks.push(chunk) > 0, any)
  return { ending, bytes: Buffer.concat(chunks) }
}

describe('decodeStream', () => {
  for (const size of [1, 7, 1_000_000]) {
    it(`has the same result for chunks of ${size} bytes`, async () => {
      const { ending, bytes } = await read(chunks(gzipSync(deflateRawSync(page)), size), ['gzip', 'deflate'])
      expect(ending).to.equal('complete')
      expect(bytes.equals(page)).to.equal(true)
    })

    it(`returns the decoded start of a truncated stream, in chunks of ${size} bytes`, async () => {
      const { ending, bytes } = await read(chunks(gzipSync(page).subarray(0, -9), size), ['gzip'])
      expect(ending).to.equal('truncated')
      expect(bytes.length).to.be.greaterThan(page.length - 1000)
      expect(page.subarray(0, bytes.length).equals(bytes)).to.equal(true)
    })
  }

  const strict = { maxRatio: 1100, ratioFromBytes: MEBIBYTE }
  const blank = Buffer.alloc(8 * MEBIBYTE, ' ')
  const nothing = gzipSync(Buffer.alloc(0))
  const bombs: Record<string, [Buffer, ContentCoding[]]> = {
    br: [brotliCompressSync(blank), ['br']],
    zstd: [zstdCompressSync(blank), ['zstd']],
    'gzip in gzip': [gzipSync(gzipSync(blank)), ['gzip', 'gzip']],
    // The final output is empty. The bytes between two codings are a bomb all the same.
    'nothing in gzip in br': [
      brotliCompressSync(Buffer.concat(Array(200_000).fill(nothing))),
      ['br', 'gzip'],
    ],
  }
  for (const [name, [bytes, codings]] of Object.entries(bombs)) {
    it(`stops a bomb a little beyond the free bytes: ${name}`, async () => {
      let decoded = 0
      const take = (chunk: Buffer) => {
        decoded += chunk.length
        return true
      }
      const ending = decodeStream(Readable.from([bytes], { objectMode: false }), codings, take, strict)
      expect(await ending.catch((error: unknown) => error)).to.be.instanceOf(DecompressionBomb)
      expect(decoded).to.be.at.most(MEBIBYTE)
    })
  }

  it('accepts the best ratio of gzip, and any ratio of a short page', async () => {
    const take = () => true
    const gzipped = Readable.from([gzipSync(blank, { level: 9 })], { objectMode: false })
    expect(await decodeStream(gzipped, ['gzip'], take, strict)).to.equal('complete')
    const short = brotliCompressSync(blank.subarray(0, MEBIBYTE))
    expect(await decodeStream(Readable.from([short], { objectMode: false }), ['br'], take, strict)).to.equal(
      'complete',
    )
  })

  it('delivers no chunk before the last one was consumed, and ends after that', async () => {
    const source = Readable.from(Array(50).fill(page), { objectMode: false })
    let [taking, most, taken] = [0, 0, 0]
    const take = async (chunk: Buffer) => {
      taking += 1
      most = Math.max(most, taking)
      await turn()
      taking -= 1
      taken += chunk.length
      return true
    }
    expect(await decodeStream(source, [], take, any)).to.equal('complete')
    expect([most, taken]).to.deep.equal([1, 50 * page.length])
  })

  it('rejects with the error of an asynchronous consumer, and stops when it says so', async () => {
    const refused = new Error('no room')
    const source = () => Readable.from(Array(50).fill(page), { objectMode: false })
    const failing = decodeStream(source(), [], () => Promise.reject(refused), any)
    expect(await failing.catch((error: unknown) => error)).to.equal(refused)
    expect(await decodeStream(source(), [], () => Promise.resolve(false), any)).to.equal('stopped')
  })

  it('passes an uncoded stream on', async () => {
    const { ending, bytes } = await read(chunks(page, 1000), [])
    expect({ ending, isSame: bytes.equals(page) }).to.deep.equal({ ending: 'complete', isSame: true })
  })

  it('treats an empty stream as complete', async () => {
    expect(await read(chunks(Buffer.alloc(0), 1), ['br', 'gzip'])).to.deep.equal({
      ending: 'complete',
      bytes: Buffer.alloc(0),
    })
  })

  it('stops on request, and destroys the stream', async () => {
    const source = Readable.from(
      (function* () {
        for (;;) yield page
      })(),
      { objectMode: false },
    )
    let calls = 0
    const take = () => {
      calls += 1
      return calls < 3
    }
    const ending = await decodeStream(source, [], take, any)
    expect({ ending, calls, destroyed: source.destroyed }).to.deep.equal({
      ending: 'stopped',
      calls: 3,
      destroyed: true,
    })
  })

  it("rejects with the stream's own error, wherever it occurs", async () => {
    const broken = new Error('reset')
    for (const sent of [Buffer.alloc(0), gzipSync(gzipSync(page)).subarray(0, 50)]) {
      for (const codings of [[], ['gzip'], ['gzip', 'gzip']] as ContentCoding[][]) {
        const source = new PassThrough()
        if (sent.length > 0) source.write(sent)
        const reading = read(source, codings).catch((error: unknown) => error)
        await turn()
        source.destroy(broken)
        const outcome = await reading
        expect(outcome).to.equal(broken)
      }
    }
  })

  it('rejects with the error of a stream that failed earlier', async () => {
    const broken = new Error('reset')
    for (const codings of [[], ['gzip']] as ContentCoding[][]) {
      const source = new PassThrough().on('error', () => {}).destroy(broken)
      await turn()
      expect(await read(source, codings).catch((error: unknown) => error)).to.equal(broken)
    }
  })

  it('rejects invalid data', async () => {
    for (const coding of ['gzip', 'deflate', 'br', 'zstd'] as const) {
      const outcome = await read(chunks(Buffer.from('no compression whatsoever'), 100), [coding]).catch(
        (error: unknown) => error,
      )
      expect(outcome, coding).to.be.instanceOf(InvalidResponse)
    }
  })
})
