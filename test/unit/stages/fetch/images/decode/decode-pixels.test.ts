import { expect } from 'chai'
import sharp from 'sharp'
import { decodePixels } from '#stages/fetch/images/decode/decode-pixels.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const limits = { maxPixels: 1_000_000 }
const box = { width: 100, height: 100 }
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })

describe('decodePixels', () => {
  it('reduces the image to the box and returns four bytes a pixel', async () => {
    const { rgba, ...sizes } = await decodePixels(await plain(400, 200).png().toBuffer(), 'png', box, limits)
    expect(sizes).to.deep.equal({ sourceWidth: 400, sourceHeight: 200, width: 100, height: 50 })
    expect(rgba.length).to.equal(100 * 50 * 4)
    expect([...rgba.subarray(0, 4)]).to.deep.equal([0x33, 0x66, 0x99, 255])
  })

  it('enlarges nothing', async () => {
    const { width, height } = await decodePixels(await plain(40, 20).png().toBuffer(), 'png', box, limits)
    expect([width, height]).to.deep.equal([40, 20])
  })

  it('shows the image as its EXIF orientation says', async () => {
    const body = await plain(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const { rgba, ...sizes } = await decodePixels(body, 'jpeg', box, limits)
    expect(sizes).to.deep.equal({ sourceWidth: 200, sourceHeight: 400, width: 50, height: 100 })
    expect(rgba.length).to.equal(50 * 100 * 4)
  })

  it('rejects an icon without a picture', async () => {
    const icon = Buffer.from('000001000000', 'hex')
    expect(await rejectionOf(decodePixels(icon, 'ico', box, limits))).to.be.an('error')
  })
})
