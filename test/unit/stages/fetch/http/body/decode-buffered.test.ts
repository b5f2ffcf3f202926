import { PassThrough, Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import type { SyncCoding } from '#stages/fetch/http/body/decode-buffered.ts'
import { decodeBuffered } from '#stages/fetch/http/body/decode-buffered.ts'
import { DecompressionBomb, decodeStream, type StreamEnd } from '#stages/fetch/http/body/decode-stream.ts'
import { InvalidResponse } from '#stages/fetch/http/message/target-failures.ts'
import { forms, pageOf } from './compressed-pages.ts'

const KIBIBYTE = 1024
/** The largest chunk of a stream. */
const chunkBytes = 64 * KIBIBYTE
const mostAtOnce = 256 * KIBIBYTE
const page = pageOf(130 * KIBIBYTE)
const unpacking = { maxRatio: 1100, ratioFromBytes: 1024 * KIBIBYTE }

interface Outcome {
  readonly ending: StreamEnd | unknown
  readonly chunks: readonly Buffer[]
}

function sourceOf(compressed: Buffer): Readable {
  return Readable.from(compressed.length > 0 ? [compressed] : [], { objectMode: false })
}

async function atOnce(source: Readable, coding: SyncCoding, maxBytes = 10_000_000): Promise<Outcome> {
  const chunks: Buffer[] = []
  const take = (chunk: Buffer) => chunks.push(chunk) > 0
  const ending = await decodeBuffered(source, coding, take, maxBytes, unpacking).catch(
    (error: unknown) => error,
  )
  return { ending, chunks }
}

async function inStream(source: Readable, coding: SyncCoding): Promise<Outcome> {
  const chunks: Buffer[] = []
  const take = (chunk: Buffer) => chunks.push(chunk) > 0
  const ending = await decodeStream(source, [coding], take, unpacking).catch((error: unknown) => error)
  return { ending, chunks }
}

const summary = ({ ending, chunks }: Outcome) => ({
  ending: ending instanceof Error ? ending.name : ending,
  text: Buffer.concat(chunks).toString('latin1'),
})

describe('decodeBuffered', () => {
  for (const [name, { coding, pack }] of Object.entries(forms)) {
    const compressed = pack(page)

    it(`returns a page compressed with ${name} in one chunk`, async () => {
      const { ending, chunks } = await atOnce(sourceOf(compressed), coding)
      expect(ending).to.equal('complete')
      expect(chunks.map((chunk) => chunk.equals(page))).to.deep.equal([true])
    })

    it(`returns a page compressed with ${name} in chunks when it is too long`, async () => {
      const long = pageOf(mostAtOnce + 1)
      for (const [bytes, maxBytes] of [
        [long, undefined],
        [page, page.length - 1],
      ] as const) {
        const { ending, chunks } = await atOnce(sourceOf(pack(bytes)), coding, maxBytes)
        expect(ending).to.equal('complete')
        expect(Math.max(...chunks.map(({ length }) => length))).to.be.at.most(chunkBytes)
        expect(Buffer.concat(chunks).equals(bytes)).to.equal(true)
      }
    })

    const garbage = Buffer.from('no compression whatsoever')
    const abnormal: Record<string, [Buffer, string | null]> = {
      empty: [Buffer.alloc(0), 'complete'],
      'with nothing in it': [pack(Buffer.alloc(0)), 'complete'],
      garbage: [garbage, 'InvalidResponse'],
      'cut in its midst': [compressed.subarray(0, compressed.length / 2), 'truncated'],
      'cut at its first byte': [compressed.subarray(0, 1), 'truncated'],
      'cut before its last byte': [compressed.subarray(0, -1), 'truncated'],
      'with zeros behind it': [Buffer.concat([compressed, Buffer.alloc(100)]), 'complete'],
      'with garbage behind it': [Buffer.concat([compressed, garbage]), null],
      twice: [Buffer.concat([compressed, compressed]), null],
      'a bomb': [pack(Buffer.alloc(8192 * KIBIBYTE)), null],
      'corrupt in its midst': [Buffer.from(compressed).fill(0xff, 5000, 5060), null],
    }
    for (const [state, [bytes, ending]] of Object.entries(abnormal)) {
      it(`has the result of decodeStream for ${name}: ${state}`, async () => {
        const outcome = summary(await atOnce(sourceOf(bytes), coding))
        const ofStream = summary(await inStream(sourceOf(bytes), coding))
        expect(outcome.ending).to.equal(ending ?? ofStream.ending)
        expect(outcome.text === ofStream.text).to.equal(true)
      })
    }
  }

  it('rejects invalid data, and a decompression bomb', async () => {
    const bomb = sourceOf(zstdCompressSync(Buffer.alloc(8192 * KIBIBYTE)))
    expect((await atOnce(bomb, 'zstd')).ending).to.be.instanceOf(DecompressionBomb)
    expect((await atOnce(sourceOf(Buffer.from('none')), 'zstd')).ending).to.be.instanceOf(InvalidResponse)
  })

  it('reads a long compressed body as it arrives', async () => {
    const long = gzipSync(page, { level: 0 })
    expect(long.length).to.be.above(chunkBytes)
    const source = Readable.from([long.subarray(0, 50_000), long.subarray(50_000)], { objectMode: false })
    const { ending, chunks } = await atOnce(source, 'gzip')
    expect({ ending, count: chunks.length > 1 }).to.deep.equal({ ending: 'complete', count: true })
    expect(Buffer.concat(chunks).equals(page)).to.equal(true)
  })

  it('detects a bomb whose sender does not end the body', async () => {
    const source = new PassThrough()
    source.write(zstdCompressSync(Buffer.alloc(8192 * KIBIBYTE)))
    expect((await atOnce(source, 'zstd')).ending).to.be.instanceOf(DecompressionBomb)
    expect(source.destroyed).to.equal(true)
  })

  it("rejects with the stream's own error wherever it occurs, and consumes no bytes", async () => {
    const broken = new Error('reset')
    for (const sent of ['', gzipSync(page).subarray(0, 5000), gzipSync(page)]) {
      const source = new PassThrough()
      if (sent.length > 0) source.write(sent)
      const reading = atOnce(source, 'gzip')
      await turn()
      source.destroy(broken)
      expect(await reading).to.deep.equal({ ending: broken, chunks: [] })
    }
  })

  it('waits for the consumer, rejects with its error, and stops when it says so', async () => {
    const refused = new Error('no room')
    const read = (take: () => Promise<boolean>) =>
      decodeBuffered(sourceOf(gzipSync(page)), 'gzip', take, page.length, unpacking).catch(
        (error: unknown) => error,
      )
    expect(await read(() => Promise.reject(refused))).to.equal(refused)
    expect(await read(() => Promise.resolve(false))).to.equal('stopped')
    expect(await read(() => Promise.resolve(true))).to.equal('complete')
  })
})
