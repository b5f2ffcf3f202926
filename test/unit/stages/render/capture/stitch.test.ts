import { expect } from 'chai'
import sharp from 'sharp'
import { type ImagePiece, stitch } from '#stages/render/capture/stitch.ts'
import { decodeImage } from '#test/support/browser/decoded-image.ts'

async function piece(
  left: number,
  top: number,
  width: number,
  height: number,
  color: string,
): Promise<ImagePiece> {
  const image = await sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()
  return { position: { left, top, width, height }, image }
}

const png = { format: 'png', quality: null } as const

describe('stitching', () => {
  it('joins columns and rows, the last ones smaller, at their places', async () => {
    const tiles = [
      await piece(0, 0, 40, 30, '#ff0000'),
      await piece(40, 0, 15, 30, '#00ff00'),
      await piece(0, 30, 40, 7, '#0000ff'),
      await piece(40, 30, 15, 7, '#ffff00'),
    ]
    const { image, width, height } = await stitch(tiles, [], png)
    const picture = await decodeImage(image)
    expect([width, height, picture.width, picture.height]).to.deep.equal([55, 37, 55, 37])
    expect([picture.at(39, 29), picture.at(40, 29), picture.at(39, 30), picture.at(54, 36)]).to.deep.equal([
      '255,0,0',
      '0,255,0',
      '0,0,255',
      '255,255,0',
    ])
  })

  it('lays a patch over all tiles that it touches', async () => {
    const tiles = [await piece(0, 0, 20, 20, '#000000'), await piece(0, 20, 20, 20, '#000000')]
    const patch = await piece(5, 15, 10, 10, '#ffffff')
    const { at } = await decodeImage((await stitch(tiles, [patch], png)).image)
    expect([at(5, 15), at(14, 24), at(10, 20)]).to.deep.equal(Array(3).fill('255,255,255'))
    expect([at(4, 15), at(15, 24), at(5, 14), at(5, 25)]).to.deep.equal(Array(4).fill('0,0,0'))
  })

  it('takes a single tile', async () => {
    const { image } = await stitch([await piece(0, 0, 9, 8, '#123456')], [], png)
    expect((await decodeImage(image)).at(8, 7)).to.equal('18,52,86')
  })

  for (const quality of [0, 1, 50, 100]) {
    it(`packs jpeg and webp at quality ${quality}`, async () => {
      const tiles = [await piece(0, 0, 32, 32, '#ff0000'), await piece(0, 32, 32, 32, '#0000ff')]
      for (const format of ['jpeg', 'webp'] as const) {
        const picture = await decodeImage((await stitch(tiles, [], { format, quality })).image)
        expect(picture.format).to.equal(format)
        expect(picture.isNear(16, 60, [0, 0, 255])).to.equal(true)
      }
    })
  }

  it('packs webp of quality 100 without loss', async () => {
    const tile = await piece(0, 0, 32, 32, '#fe0103')
    const { image } = await stitch([tile], [], { format: 'webp', quality: 100 })
    expect((await decodeImage(image)).at(3, 3)).to.equal('254,1,3')
  })
})
