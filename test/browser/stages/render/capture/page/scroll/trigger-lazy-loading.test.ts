import { expect } from 'chai'
import { bandColor } from '#test/site/pages/capture.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('lazy loading of the whole page', () => {
  const studio = captureFixture()
  const whole = { fullPage: true } as const

  it('has all lazy images and all that appears on being seen, with smooth scrolling', async () => {
    const { at, height } = await studio.picture('/lazy', whole)
    expect(height).to.equal(25 * 300)
    const middles = Array.from({ length: 25 }, (_, index) => at(150, index * 300 + 150))
    expect(middles.slice(0, 20)).to.deep.equal(Array(20).fill('200,0,0'))
    expect(middles.slice(20)).to.deep.equal(Array(5).fill('0,0,200'))
  })

  it('of a feed without end is cut at what every format can hold', async () => {
    const picture = await studio.picture('/feed', { ...whole, format: 'webp', quality: 80 })
    expect([picture.width, picture.height]).to.deep.equal([1280, 16_383])
    for (const index of [0, 80, 162]) {
      expect(picture.isNear(640, index * 100 + 50, [...bandColor(index)])).to.equal(true)
    }
  })

  it('loads content that is requested at the end of the page, repeatedly', async () => {
    const { at, height } = await studio.picture('/late-feed', whole)
    expect([height, at(640, 16 * 400 - 1)]).to.deep.equal([16 * 400 + 10, '0,160,0'])
  })
})
