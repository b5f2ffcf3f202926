import { expect } from 'chai'
import sharp from 'sharp'
import { jpegSize, pngSize } from '#gateway/routes/batches/report/logo/raster-size.ts'

const picture = () => sharp({ create: { width: 20, height: 30, channels: 3, background: '#123456' } })
const size = { width: 20, height: 30 }

describe('size of a raster image', () => {
  it('is read from a PNG', async () => expect(pngSize(await picture().png().toBuffer())).to.deep.equal(size))

  it('is read from a JPEG, baseline and progressive', async () => {
    for (const progressive of [true, false])
      expect(jpegSize(await picture().jpeg({ progressive }).toBuffer())).to.deep.equal(size)
  })

  it('is null for what is cut off or something else', async () => {
    const [png, jpeg] = [await picture().png().toBuffer(), await picture().jpeg().toBuffer()]
    expect(pngSize(jpeg)).to.equal(null)
    expect(jpegSize(png)).to.equal(null)
    for (const length of [0, 3, 16, 20]) {
      expect(pngSize(png.subarray(0, length))).to.equal(null)
      expect(jpegSize(jpeg.subarray(0, length))).to.equal(null)
    }
    expect(jpegSize(Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(1000, 0xff)]))).to.equal(null)
  })
})
