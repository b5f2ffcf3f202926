import { expect } from 'chai'
import { capture } from '#stages/render/capture/capture.ts'
import { captureLimits } from '#stages/render/capture/limits.ts'
import { captureFixture, plainSnapshot } from '#test/support/browser/capture-fixture.ts'

describe('capture: the viewport', () => {
  const studio = captureFixture()

  for (const format of ['png', 'jpeg', 'webp'] as const) {
    it(`is given in ${format}, of the viewport's pixels`, async () => {
      const quality = format === 'png' ? null : 80
      const viewport = { width: 1000, height: 500, deviceScaleFactor: 2 }
      const picture = await studio.picture('/hero', { format, quality, viewport })
      expect([picture.format, picture.width, picture.height]).to.deep.equal([format, 2000, 1000])
      expect(picture.isNear(500, 500, [255, 215, 0])).to.equal(true)
      expect(picture.isNear(500, 990, [128, 0, 128])).to.equal(true)
    })
  }

  it('reports its size', async () => {
    const viewport = { width: 411, height: 731, deviceScaleFactor: 2.625 }
    const captured = await studio.take('/bands?height=900', { viewport })
    expect(captured.image.readUInt32BE(16)).to.equal(captured.width)
    expect(captured.image.readUInt32BE(20)).to.equal(captured.height)
    expect(captured.width).to.be.within(1078, 1079)
    expect(captured.height).to.be.within(1918, 1919)
  })

  for (const format of ['jpeg', 'webp'] as const) {
    it(`is the larger the better ${format} shall be`, async () => {
      const { tab, close } = await studio.open('/photo')
      const sizes: number[] = []
      for (const quality of [0, 1, 30, 60, 80, 95, 99]) {
        sizes.push((await capture(tab, { ...plainSnapshot, format, quality })).image.length)
      }
      await close()
      expect(sizes).to.deep.equal(sizes.toSorted((a, b) => a - b))
      expect(sizes[6]).to.be.above((sizes[0] ?? 0) * 3)
    })
  }

  it('is lossless in webp of quality 100, whatever its size', async () => {
    const exact = await studio.picture('/photo')
    const webp = await studio.picture('/photo', { format: 'webp', quality: 100 })
    for (let x = 0; x < 1280; x += 7)
      for (let y = 0; y < 800; y += 7) expect(webp.at(x, y)).to.equal(exact.at(x, y))
  })

  it('is white without a background of the page', async () => {
    const { at, alphaAt } = await studio.picture('/bare')
    expect([at(300, 300), alphaAt(300, 300)]).to.deep.equal(['255,255,255', 255])
  })

  for (const [name, limits] of Object.entries({
    'in one piece': captureLimits,
    'in tiles': { ...captureLimits, tileSidePx: 300 },
  })) {
    it(`is see-through there when asked so, ${name}`, async () => {
      const { at, alphaAt, width, height } = await studio.picture('/bare', { omitBackground: true }, limits)
      expect([width, height]).to.deep.equal([1280, 800])
      expect([alphaAt(310, 310), alphaAt(1279, 799), alphaAt(50, 50), at(50, 50)]).to.deep.equal([
        0,
        0,
        255,
        '255,0,0',
      ])
    })
  }

  it('leaves no trace for scripts of the page', async () => {
    const { tab, close } = await studio.open('/moving')
    const names = () => tab.page.evaluate('Object.getOwnPropertyNames(globalThis).sort().join()')
    const before = await names()
    await capture(tab, { ...plainSnapshot, fullPage: true })
    expect(await names()).to.equal(before)
    await close()
  })

  it('has glyphs for Chinese, Korean, Japanese and Greek', async () => {
    const { at } = await studio.picture('/scripts')
    const cell = (column: number, row: number) => {
      const pixels = Array.from({ length: 3600 }, (_, index) => [index % 60, Math.floor(index / 60)] as const)
      return pixels.map(([x, y]) => at(column * 60 + x, row * 60 + y)).join()
    }
    const missing = cell(0, 4)
    for (const row of [0, 1, 2, 3]) {
      expect(new Set([missing, cell(0, row), cell(1, row)]).size, `line ${row + 1}`).to.equal(3)
    }
  })
})
