import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { expect } from 'chai'
import sharp from 'sharp'
import { makeImageDecoder } from '#stages/fetch/images/image-decoder.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { startDecoders } from '#test/support/isolated-images.ts'
import { childrenOf } from '#test/support/service/processes.ts'
import { gifOf, nestedEntities, nestedUses, pngChunk, pngOf } from '../hostile-images.ts'

const MIB = 1024 * 1024
const limits = { maxSvgBytes: 262_144, maxPixels: 50e6, maxDecodes: 2 }
const description = { kind: 'describe', width: 0 } as const
const noLimit = new AbortController().signal
/** Memory that a file may cost which has nothing to show for it. */
const MOST_BYTES = 128 * MIB
const row = (pixels: number) => Buffer.alloc(1 + 4 * pixels)

/** A compressed chunk that unpacks to 160 MiB. */
function bomb(type: string, prefix: string): Buffer {
  return pngChunk(
    type,
    Buffer.concat([Buffer.from(prefix, 'latin1'), deflateSync(Buffer.alloc(160 * MIB), { level: 1 })]),
  )
}

describe('files that cost more than they show', () => {
  const decoders = startDecoders()
  const decode = makeImageDecoder(decoders, limits)
  const others = childrenOf(process.pid, 'isolated.worker')
  let plain: Buffer
  before(async () => {
    plain = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
  })
  after(() => decoders.close())

  /** The most memory that the process had so far; it decodes a plain image first, so that it is there. */
  async function peakBytes(): Promise<number> {
    await decode(plain, description, noLimit)
    const [pid] = childrenOf(process.pid, 'isolated.worker').filter((one) => !others.includes(one))
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  }

  const refused: Readonly<Record<string, () => Buffer>> = {
    'a PNG that claims 65,535 x 65,535 pixels': () => pngOf(65_535, 65_535, row(9)),
    'a PNG that claims 7,000 x 7,000 pixels and has one row': () => pngOf(7000, 7000, row(7000)),
    'an SVG with nested entities': nestedEntities,
    'an SVG of 65,535 x 65,535 pixels': () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="65535" height="65535"><rect/></svg>'),
  }
  for (const [name, body] of Object.entries(refused))
    it(`are refused: ${name}`, async () => {
      const before = await peakBytes()
      await rejectionOf(decode(body(), description, noLimit))
      expect((await peakBytes()) - before).to.be.below(MOST_BYTES)
    })

  const shown: Readonly<Record<string, [body: () => Buffer, width: number]>> = {
    'a GIF of 100,000 frames, the first of them': [() => gifOf(100_000, 10, 10), 10],
    'a PNG with 160 MiB of text': [() => pngOf(2, 1, row(2), [bomb('zTXt', 'Comment\0\0')]), 2],
    'a PNG with a colour profile of 160 MiB': [() => pngOf(2, 1, row(2), [bomb('iCCP', 'profile\0\0')]), 2],
  }
  for (const [name, [body, width]] of Object.entries(shown))
    it(`are decoded without what is hidden in them: ${name}`, async () => {
      const before = await peakBytes()
      expect(await decode(body(), description, noLimit)).to.include({ width })
      expect((await peakBytes()) - before).to.be.below(MOST_BYTES)
    })

  it('take no longer than they may, and the next file is right', async () => {
    const error = await rejectionOf(decode(nestedUses(), description, AbortSignal.timeout(500)))
    expect(error).to.have.property('name', 'TimeoutError')
    expect(await decode(plain, description, noLimit)).to.include({ width: 30, dominantColor: '#336699' })
  })

  it('take no more memory than they may, and the next file is right', async () => {
    const small = startDecoders({ memoryBytes: 32 * MIB })
    const picture = { width: 5000, height: 5000, channels: 4, background: '#369' } as const
    const interlaced = await sharp({ create: picture }).png({ progressive: true }).toBuffer()
    const tight = makeImageDecoder(small, limits)
    expect(await rejectionOf(tight(interlaced, description, noLimit))).to.have.property(
      'name',
      'ImageRejected',
    )
    expect(await tight(plain, description, noLimit)).to.include({ width: 30 })
    small.close()
    await eventually(() => childrenOf(process.pid, 'isolated.worker').length <= others.length + 1)
  })
})
