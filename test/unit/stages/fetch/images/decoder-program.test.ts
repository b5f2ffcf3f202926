import { expect } from 'chai'
import sharp from 'sharp'
import { type DecoderReply, runDecoderTask } from '#stages/fetch/images/decoder-program.ts'

const limits = { maxPixels: 10_000 }
const picture = { width: 30, height: 20, channels: 3, background: '#336699' } as const

describe('runDecoderTask', () => {
  it('describes an image, or makes a thumbnail of it', async () => {
    const body = await sharp({ create: picture }).png().toBuffer()
    const task = { body, format: 'png', limits, width: 15 } as const
    expect(await runDecoderTask({ ...task, kind: 'describe' })).to.deep.equal({
      kind: 'done',
      result: { width: 30, height: 20, dominantColor: '#336699' },
    })
    const made = (await runDecoderTask({ ...task, kind: 'thumbnail' })) as DecoderReply & { kind: 'done' }
    expect(made.result).to.include({ width: 15, height: 10, sourceWidth: 30, sourceHeight: 20 })
  })

  it('reads a body that is a part of larger memory', async () => {
    const png = await sharp({ create: picture }).png().toBuffer()
    const body = Uint8Array.from([1, 2, 3, ...png]).subarray(3)
    const { kind } = await runDecoderTask({ kind: 'describe', body, format: 'png', limits, width: 0 })
    expect(kind).to.equal('done')
  })

  it('reports why it failed', async () => {
    const task = { kind: 'describe', body: Buffer.from('x'), format: 'png', limits, width: 0 } as const
    const failed = (await runDecoderTask(task)) as DecoderReply & { kind: 'failed' }
    expect(failed.kind).to.equal('failed')
    expect(failed.message).to.match(/unsupported image format/)
  })
})
