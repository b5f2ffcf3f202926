import { expect } from 'chai'
import sharp from 'sharp'
import { run } from '#stages/render/lab/images/image-size.worker.ts'
import { sizeOfFile } from '#stages/render/lab/images/images.ts'

const picture = () => sharp({ create: { width: 30, height: 20, channels: 3, background: '#123456' } })
const svg = (more = '') => `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">${more}</svg>`

const decodeSize = (body: Buffer) => sizeOfFile(body, { run }, new AbortController().signal)

describe('sizes of image files', () => {
  it('are read from web images', async () => {
    const files = [picture().png(), picture().jpeg(), picture().webp(), picture().gif()]
    for (const file of files.map((one) => one.toBuffer()))
      expect(await decodeSize(await file)).to.deep.equal({ width: 30, height: 20 })
  })

  it('are not read from other formats, even if the decoder could read them', async () => {
    expect(await decodeSize(await picture().tiff().toBuffer())).to.equal(null)
    expect(await decodeSize(Buffer.from('P6 30 20 255\n'.padEnd(2000, 'x')))).to.equal(null)
    expect(await decodeSize(Buffer.from('%PDF-1.7\n'))).to.equal(null)
  })

  it('are not read from SVG: it has no pixels, and a small one can take minutes', async () => {
    const doubled = Array.from({ length: 40 }, (_, at) => {
      const twice = `<use href="#a${at}"/>`.repeat(2)
      return `<g id="a${at + 1}">${twice}</g>`
    })
    const file = svg(`<g id="a0"><rect width="1" height="1"/></g>${doubled.join('')}<use href="#a40"/>`)
    expect(await decodeSize(Buffer.from(file))).to.equal(null)
    expect(await decodeSize(Buffer.from(svg()))).to.equal(null)
  })

  it('are not read from very large files', async () => {
    const file = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.alloc(20_000_000)])
    expect(await decodeSize(file)).to.equal(null)
  })

  it('follow the EXIF orientation', async () => {
    const turned = await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await decodeSize(turned)).to.deep.equal({ width: 20, height: 30 })
  })
})
