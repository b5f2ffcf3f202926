import { expect } from 'chai'
import { captureLimits } from '#stages/render/capture/limits.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('the whole page', () => {
  const studio = captureFixture()

  const whole = { fullPage: true } as const

  it('is as if the view had kept its size: the browser makes it one pixel wide, and back', async () => {
    const limits = { ...captureLimits, tilePixels: 1280 * 500 }
    for (const picture of [
      await studio.picture('/responsive', whole),
      await studio.picture('/responsive', whole, limits),
    ]) {
      const colors = Array.from({ length: 6 }, (_, index) => picture.at(150, index * 300 + 150))
      expect(colors).to.deep.equal(['200,0,0', '0,200,0', '0,0,200', '200,200,0', '200,0,200', '255,255,255'])
      expect(picture.height).to.equal(1800 + 3000)
    }
  })

  it('on a phone has twice its 375 px of width', async () => {
    const viewport = { width: 375, height: 667, deviceScaleFactor: 2 }
    const { at, width, height } = await studio.picture('/hero', { ...whole, device: 'mobile', viewport })
    expect([width, height]).to.deep.equal([750, 2 * (60 + 667 + 3000)])
    expect([at(300, height - 1), at(300, 2 * 60)]).to.deep.equal(['128,0,128', '255,215,0'])
  })
})
