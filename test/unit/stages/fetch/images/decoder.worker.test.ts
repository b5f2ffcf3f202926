import { expect } from 'chai'
import sharp from 'sharp'
import { run } from '#stages/fetch/images/decoder.worker.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const limits = { maxPixels: 10_000 }
const picture = { width: 30, height: 20, channels: 3, background: '#336699' } as const

describe('tasks of a decoder', () => {
  it('describe an image, or make a thumbnail of it', async () => {
    const body = await sharp({ create: picture }).png().toBuffer()
    const task = { body, format: 'png', limits, width: 15 } as const
    expect(await run({ ...task, kind: 'describe' })).to.deep.equal({
      width: 30,
      height: 20,
      dominantColor: '#336699',
    })
    const made = await run({ ...task, kind: 'thumbnail' })
    expect(made).to.include({ width: 15, height: 10, sourceWidth: 30, sourceHeight: 20 })
  })

  it('read a body that is a part of larger memory', async () => {
    const png = await sharp({ create: picture }).png().toBuffer()
    const body = Uint8Array.from([1, 2, 3, ...png]).subarray(3)
    expect(await run({ kind: 'describe', body, format: 'png', limits, width: 0 })).to.include({ width: 30 })
  })

  it('reject with the reason', async () => {
    const task = { kind: 'describe', body: Buffer.from('x'), format: 'png', limits, width: 0 } as const
    expect((await rejectionOf(run(task))) as Error)
      .to.have.property('message')
      .that.matches(/unsupported image format/)
  })
})
