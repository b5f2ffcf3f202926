import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import { type ClaimCheck, loadValue, storeValue } from '#shared/messages/claim-check/claim-check.ts'
import { valueName } from '#shared/messages/claim-check/object-names.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'

const LIMIT = 10_000_000
/** What packing makes no smaller. */
const large = randomBytes(256 * 1024 + 1)
const long = Buffer.from('<p>Ümlaut</p>'.repeat(100_000))

describe('claim check', () => {
  let embedded: Embedded
  before(async () => {
    embedded = await openEmbedded()
  })
  after(() => embedded.close())

  const put = (...object: Parameters<Embedded['objects']['put']>) => embedded.objects.put(...object)
  const carryOf = (bytes: Buffer, id = 'x:rendered') => storeValue(put, valueName(id), [bytes])
  const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString()
  const failed = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: Error) => error,
    )

  for (const [what, bytes] of [
    ['a small one', Buffer.from('{"a":1}')],
    ['none at all', Buffer.alloc(0)],
    ['a long one', long],
    ['one that packing makes no smaller', large.subarray(1)],
  ] as const) {
    it(`keeps a value inline and loads it: ${what}`, async () => {
      const value = await carryOf(bytes)
      expect(value).to.have.all.keys('inline')
      expect(Buffer.from(await loadValue(embedded.objects, value, LIMIT)).equals(bytes)).to.equal(true)
    })
  }

  it('does not compress small values', async () => {
    const few = Buffer.alloc(4096, 'a')
    expect(await carryOf(few)).to.deep.equal({ inline: { encoding: 'identity', bytes: 4096, chunks: [few] } })
    const more = await carryOf(Buffer.alloc(4097, 'a'))
    expect(more).to.have.nested.include({ 'inline.encoding': 'zstd', 'inline.bytes': 4097 })
  })

  it('compresses the chunks of a value as one', async () => {
    const pieces = [long.subarray(0, 3), long.subarray(3, 500_000), long.subarray(500_000)]
    const value = await storeValue(put, valueName('x:pieces'), pieces)
    expect(textOf(await loadValue(embedded.objects, value, LIMIT))).to.equal(long.toString())
  })

  it('stores a large value under one name, and loads it', async () => {
    const value = await carryOf(large)
    expect(value).to.have.all.keys('object', 'encoding', 'bytes')
    expect(await carryOf(large)).to.deep.equal(value)
    expect(Buffer.from(await loadValue(embedded.objects, value, LIMIT)).equals(large)).to.equal(true)
  })

  it('stores a large value compressed', async () => {
    const text = Buffer.from(randomBytes(300 * 1024).toString('hex'))
    const value = await carryOf(text, 'x:text')
    expect(value).to.deep.include({ encoding: 'zstd', bytes: text.length })
    const stored = await embedded.objects.get(valueName('x:text'))
    expect(stored?.body.length).to.be.below(text.length * 0.6)
    expect(textOf(await loadValue(embedded.objects, value, LIMIT))).to.equal(text.toString())
  })

  it('stores no value under a name that can be guessed from the inspection', async () => {
    await carryOf(large, 'x:extracted')
    const hash = createHash('sha256').update('x:extracted').digest('hex')
    expect(await embedded.objects.get(`bodies/${hash}.json`)).to.equal(null)
  })

  it('rejects when a value is no longer stored', async () => {
    expect(
      await failed(loadValue(embedded.objects, { object: 'bodies/gone.event' }, LIMIT)),
    ).to.be.instanceOf(Error)
  })

  describe('of a forged event', () => {
    const bomb = zstdCompressSync(Buffer.alloc(100_000_000))
    const forged = (bytes: number, frame = bomb): ClaimCheck => ({
      inline: { encoding: 'zstd', bytes, chunks: [frame] },
    })

    it('decompresses no more bytes than stated', async () => {
      const before = process.memoryUsage().rss
      for (const bytes of [1, 1000, 1_000_000]) {
        expect(await failed(loadValue(embedded.objects, forged(bytes), LIMIT))).to.be.instanceOf(Error)
      }
      expect(process.memoryUsage().rss - before).to.be.below(50_000_000)
    })

    it('rejects a stated size that is too large or no number', async () => {
      for (const bytes of [LIMIT + 1, 100_000_000, -1, Number.NaN, '5' as unknown as number]) {
        expect(await failed(loadValue(embedded.objects, forged(bytes), LIMIT))).to.be.instanceOf(Error)
      }
    })

    it('rejects fewer bytes than stated, and invalid or truncated frames', async () => {
      const frame = zstdCompressSync(Buffer.from('abc'))
      for (const one of [forged(4, frame), forged(3, frame.subarray(0, -1)), forged(3, Buffer.from('abc'))]) {
        expect(await failed(loadValue(embedded.objects, one, LIMIT))).to.be.instanceOf(Error)
      }
      expect(textOf(await loadValue(embedded.objects, forged(3, frame), LIMIT))).to.equal('abc')
    })

    it('rejects a window of more than 8 MiB', async () => {
      const params = { [constants.ZSTD_c_windowLog]: 27 }
      const packer = Readable.from([Buffer.alloc(150_000), Buffer.alloc(150_000)]).pipe(
        createZstdCompress({ params }),
      )
      const frame = await buffer(packer)
      expect(zstdDecompressSync(frame)).to.have.length(300_000)
      const rejection = await failed(loadValue(embedded.objects, forged(300_000, frame), LIMIT))
      expect(rejection).to.be.instanceOf(Error)
    })
  })
})
