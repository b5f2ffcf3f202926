import { expect } from 'chai'
import sharp from 'sharp'
import { decodeImage } from '#stages/fetch/images/decode/decode-image.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { dib, ico } from './icons.ts'

const limits = { maxPixels: 1_000_000 }
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#336699' } })

describe('decodeImage', () => {
  it('returns the size and the colour of an image', async () => {
    const expected = { width: 30, height: 20, dominantColor: '#336699' }
    expect(await decodeImage(await plain(30, 20).png().toBuffer(), 'png', limits)).to.deep.equal(expected)
    const lossless = await plain(30, 20).webp({ lossless: true }).toBuffer()
    expect(await decodeImage(lossless, 'webp', limits)).to.deep.equal(expected)
  })

  it('returns the size as displayed', async () => {
    const body = await plain(30, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await decodeImage(body, 'jpeg', limits)).to.include({ width: 20, height: 30 })
  })

  it('rejects more pixels than allowed, of AVIF a quarter', async () => {
    const png = await plain(30, 20).png().toBuffer()
    expect(await decodeImage(png, 'png', { ...limits, maxPixels: 600 })).to.include({ width: 30 })
    expect(await rejectionOf(decodeImage(png, 'png', { ...limits, maxPixels: 599 }))).to.be.an('error')
    const avif = await plain(30, 20).avif().toBuffer()
    expect(await decodeImage(avif, 'avif', { ...limits, maxPixels: 2400 })).to.include({ width: 30 })
    expect(await rejectionOf(decodeImage(avif, 'avif', { ...limits, maxPixels: 2399 }))).to.be.an('error')
  })

  it('decodes the largest picture of an icon, a PNG or a bitmap', async () => {
    const png = await plain(64, 64).png().toBuffer()
    const red = { width: 1, height: 1, body: dib(1, 1, 24, [0, 0, 255, 0], [0, 0, 0, 0]) }
    expect(await decodeImage(ico(red), 'ico', limits)).to.deep.equal({
      width: 1,
      height: 1,
      dominantColor: '#ff0000',
    })
    const both = ico(red, { width: 64, height: 64, body: png })
    expect(await decodeImage(both, 'ico', limits)).to.include({ width: 64, dominantColor: '#336699' })
    expect(await rejectionOf(decodeImage(png, 'ico', limits))).to.be.an('error')
  })

  it('rejects half an image', async () => {
    const body = await plain(300, 200).png({ compressionLevel: 0 }).toBuffer()
    expect(await rejectionOf(decodeImage(body.subarray(0, body.length / 2), 'png', limits))).to.be.an('error')
  })
})
