import { expect } from 'chai'
import sharp from 'sharp'
import { decodeSize } from '#stages/render/lab/images/images.ts'

const picture = () => sharp({ create: { width: 30, height: 20, channels: 3, background: '#123456' } })
const svg = (more = '') => `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">${more}</svg>`

describe('sizes of image files', () => {
  it('are read from web images', async () => {
    const files = [picture().png(), picture().jpeg(), picture().webp(), picture().gif()]
    for (const file of [...files.map((one) => one.toBuffer()), Buffer.from(svg())])
      expect(await decodeSize(await file)).to.deep.equal({ width: 30, height: 20 })
  })

  it('are not read from other formats, even if the decoder could read them', async () => {
    expect(await decodeSize(await picture().tiff().toBuffer())).to.equal(null)
    expect(await decodeSize(Buffer.from('P6 30 20 255\n'.padEnd(2000, 'x')))).to.equal(null)
    expect(await decodeSize(Buffer.from('%PDF-1.7\n'))).to.equal(null)
  })

  it('are not read from a large SVG', async () => {
    expect(await decodeSize(Buffer.from(svg('<g/>'.repeat(300_000))))).to.equal(null)
  })
})
