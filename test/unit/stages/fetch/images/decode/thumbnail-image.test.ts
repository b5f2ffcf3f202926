import { expect } from 'chai'
import sharp, { type Sharp } from 'sharp'
import { type ImageFormat, imageFormat } from '#shared/web/images/image-format.ts'
import { thumbnailImage } from '#stages/fetch/images/decode/thumbnail-image.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { dib, ico } from './icons.ts'

/** infra/docs/clients.md#thumbnails */
const MAX_BYTES = 200_000
const limits = { maxPixels: 50e6 }
const plain = (width: number, height: number, background: object = { r: 51, g: 102, b: 153, alpha: 1 }) =>
  sharp({ create: { width, height, channels: 4, background } })

async function thumbnailOf(image: Sharp | Buffer, width: number) {
  const body = Buffer.isBuffer(image) ? image : await image.toBuffer()
  const made = await thumbnailImage(body, imageFormat(body) as ImageFormat, width, limits)
  const read = await sharp(made.body).metadata()
  expect([read.format, read.width, read.height]).to.deep.equal(['webp', made.width, made.height])
  expect(made.body.length).to.be.at.most(MAX_BYTES)
  return { ...made, read }
}

/** Random pixels do not compress. */
function noise(width: number, height: number): Sharp {
  const bytes = Buffer.alloc(width * height * 3)
  let state = 1
  for (let at = 0; at < bytes.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = state >>> 24
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } })
}

/** The pixel at a place, as red, green, blue, alpha. */
async function pixelAt(body: Uint8Array, left: number, top: number): Promise<number[]> {
  const pixel = sharp(body).ensureAlpha().extract({ left, top, width: 1, height: 1 })
  return [...(await pixel.raw().toBuffer())]
}

function near(pixel: readonly number[], expected: readonly number[], off = 6): void {
  for (const [index, value] of expected.entries()) expect(pixel[index], `${pixel}`).to.be.closeTo(value, off)
}

describe('thumbnailImage', () => {
  it('has the wanted width and the aspect ratio of the image', async () => {
    const made = await thumbnailOf(plain(1200, 630).jpeg(), 320)
    expect(made).to.include({ width: 320, height: 168, sourceWidth: 1200, sourceHeight: 630 })
    near(await pixelAt(made.body, 160, 84), [51, 102, 153, 255])
  })

  it('is never enlarged', async () => {
    expect(await thumbnailOf(plain(30, 20).png(), 320)).to.include({ width: 30, height: 20, sourceWidth: 30 })
  })

  it('is at most twice as high as wide', async () => {
    expect(await thumbnailOf(plain(100, 5000).png(), 100)).to.include({ width: 4, height: 200 })
  })

  it('has at most 200,000 bytes, first by its quality, then by its size', async () => {
    const fair = await thumbnailOf(noise(640, 480).png({ compressionLevel: 0 }), 640)
    expect(fair).to.include({ width: 640, height: 480 })
    const { width, height } = await thumbnailOf(noise(700, 1400).png({ compressionLevel: 0 }), 700)
    expect(width).to.be.within(100, 699)
    expect(height / width).to.be.closeTo(2, 0.02)
  })

  it('keeps transparency', async () => {
    const left = plain(200, 400, { r: 255, g: 0, b: 0, alpha: 1 })
    const image = plain(400, 400, { r: 0, g: 0, b: 0, alpha: 0 }).composite([
      { input: await left.png().toBuffer(), left: 0, top: 0 },
    ])
    const { body, read } = await thumbnailOf(image.png(), 200)
    expect(read.hasAlpha).to.equal(true)
    near(await pixelAt(body, 40, 100), [255, 0, 0, 255])
    expect((await pixelAt(body, 160, 100))[3]).to.equal(0)
  })

  it('keeps each pixel of an icon', async () => {
    const { body } = await thumbnailOf(plain(16, 16, { r: 1, g: 200, b: 3, alpha: 1 }).png(), 64)
    expect(await pixelAt(body, 5, 5)).to.deep.equal([1, 200, 3, 255])
  })

  it('applies the EXIF orientation, and keeps no metadata', async () => {
    const exif = { IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
    const body = await plain(300, 200).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer()
    const { read, ...made } = await thumbnailOf(body, 320)
    expect(made).to.include({ width: 200, height: 300, sourceWidth: 200, sourceHeight: 300 })
    expect([read.exif, read.orientation, read.icc, read.xmp]).to.deep.equal(Array(4).fill(undefined))
  })

  for (const format of ['gif', 'webp'] as const) {
    it(`is the first frame of an animated ${format}`, async () => {
      const colors = [
        { r: 255, g: 0, b: 0 },
        { r: 0, g: 255, b: 0 },
      ]
      const frames = await Promise.all(colors.map((color) => plain(40, 30, color).png().toBuffer()))
      const { body, read } = await thumbnailOf(sharp(frames, { join: { animated: true } })[format](), 320)
      expect([read.pages, read.height]).to.deep.equal([undefined, 30])
      near(await pixelAt(body, 20, 15), [255, 0, 0, 255])
    })
  }

  it('reads 16-bit PNG, CMYK JPEG, AVIF, SVG and icons', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#336699"/></svg>',
    )
    const small = { width: 1, height: 1, body: dib(1, 1, 24, [0x99, 0x66, 0x33, 0], [0, 0, 0, 0]) }
    const large = { width: 64, height: 64, body: await plain(64, 64).png().toBuffer() }
    const images: [string, Sharp | Buffer, width: number][] = [
      ['16 bits', plain(300, 200).toColourspace('rgb16').png(), 300],
      ['AVIF', plain(300, 200).avif(), 300],
      ['SVG', svg, 300],
      ['bitmap', ico(small), 1],
      ['icon of two', ico(small, large), 64],
    ]
    for (const [name, image, width] of images) {
      const made = await thumbnailOf(image, 320)
      expect([made.width, made.sourceWidth], name).to.deep.equal([width, width])
      near(await pixelAt(made.body, 0, 0), [51, 102, 153, 255])
    }
    const cmyk = await plain(300, 200, { r: 255, g: 255, b: 255 }).toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(cmyk).metadata()).space).to.equal('cmyk')
    near(await pixelAt((await thumbnailOf(cmyk, 320)).body, 9, 9), [255, 255, 255, 255])
  })

  it('rejects an image that is broken or has too many pixels', async () => {
    const body = await noise(300, 200).png().toBuffer()
    const half = body.subarray(0, body.length / 2)
    expect(await rejectionOf(thumbnailImage(half, 'png', 320, limits))).to.be.an('error')
    expect(await rejectionOf(thumbnailImage(body, 'png', 320, { maxPixels: 59_999 }))).to.be.an('error')
  })
})
