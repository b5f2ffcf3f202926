import { expect } from 'chai'
import { captureLimits } from '#stages/render/capture/limits.ts'
import { embeddedKinds } from '#test/site/pages/embedded.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

/** Frames of other sites are painted by processes of their own, which take their time on a busy machine. */
const patient = { ...captureLimits, lazyRegionsMs: 60_000, framePaintMs: 500 }

describe('regions that are painted when they are scrolled to', () => {
  const studio = captureFixture()
  const whole = { fullPage: true } as const

  it('has what frames of other sites show far down, and the header at the top alone', async () => {
    const { at, height } = await studio.picture('/frames', whole, patient)
    expect(height).to.equal(3000 + 400 + 600 + 1600)
    const green = '0,255,0'
    expect([at(100, 3000), at(699, 3399), at(400, 3200)]).to.deep.equal([green, green, green])
    expect([at(99, 3200), at(700, 3200), at(400, 2999), at(400, 3400)]).to.not.include(green)
    for (let y = 4000; y < 5600; y += 50) expect(at(150, y)).to.equal(green)
    expect(Array.from({ length: height }, (_, y) => at(900, y)).lastIndexOf('255,0,0')).to.equal(49)
  })

  it('has many frames of other sites that lie near each other', async () => {
    const { at } = await studio.picture('/many-frames', whole, patient)
    for (let row = 0; row < 10; row++) {
      const y = 2000 + row * 160 + 75
      expect([150, 460, 770, 1080].map((x) => at(x, y))).to.deep.equal(Array(4).fill('0,255,0'))
    }
  })

  for (const kind of embeddedKinds) {
    it(`has documents of other sites wherever they are: ${kind}`, async () => {
      const corners = [
        [5, 5],
        [634, 5],
        [5, 354],
        [634, 354],
        [320, 180],
      ] as const
      const { at } = await studio.picture(`/embedded?kind=${kind}`, whole, patient)
      expect(corners.map(([x, y]) => at(x, 1800 + y))).to.deep.equal(Array(5).fill('0,255,0'))
      for (const selector of ['#section', '#holder']) {
        const element = await studio.picture(`/embedded?kind=${kind}`, { selector }, patient)
        expect(
          corners.map(([x, y]) => element.at(x, y)),
          selector,
        ).to.deep.equal(Array(5).fill('0,255,0'))
      }
    })
  }
})
