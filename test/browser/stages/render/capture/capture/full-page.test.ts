import { expect } from 'chai'
import { captureLimits } from '#stages/render/capture/limits.ts'
import { bandColor } from '#test/site/pages/capture.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('the whole page', function () {
  this.timeout(30_000)
  const studio = captureFixture()

  const whole = { fullPage: true } as const

  it('has a sticky header once, at the top, a fixed footer once, at the end, and a hero of one view', async () => {
    const { at, width, height } = await studio.picture('/hero', whole)
    expect([width, height]).to.deep.equal([1280, 60 + 800 + 3000])
    const colors = Array.from({ length: height }, (_, y) => at(640, y))
    const ran = colors.filter((color, y) => y === 0 || color !== colors[y - 1])
    expect(ran).to.deep.equal(['0,0,128', '255,215,0', '0,160,0', '128,0,128'])
    expect([
      colors.indexOf('255,215,0'),
      colors.indexOf('0,160,0'),
      colors.indexOf('128,0,128'),
    ]).to.deep.equal([60, 860, 3820])
  })

  it('has what stays at the bottom of the view at its end, and nothing of it over the content', async () => {
    const { at, height } = await studio.picture('/at-bottom', whole)
    expect(height).to.equal(3000)
    const columnAt = (x: number) => {
      const colors = Array.from({ length: height }, (_, y) => at(x, y))
      return colors.flatMap((color, y) => (color === colors[y - 1] ? [] : [`${y} ${color}`]))
    }
    const [content, bar, rest] = ['0 238,238,238', '2850 200,0,0', '2900 255,255,255']
    expect(columnAt(400)).to.deep.equal([content, bar, rest])
    expect(columnAt(560)).to.deep.equal([content, '2850 0,0,200', '2910 255,255,255'])
    expect(columnAt(30)).to.deep.equal(['0 0,0,128', '800 238,238,238', bar, rest])
    expect(columnAt(640)).to.include.members(['300 128,0,128', '500 238,238,238', '2850 0,0,200'])
    expect(columnAt(1250)).to.deep.equal([content, bar, rest, '2910 0,255,0'])
  })

  it('of an element taller than the view has nothing over it', async () => {
    const { at, height } = await studio.picture('/at-bottom', { selector: '#content' })
    expect(height).to.equal(2850)
    for (let y = 0; y < height; y += 10) expect(at(400, y)).to.equal('238,238,238')
  })

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

  it('of an application shell has all that scrolls inside', async () => {
    const { at, width, height } = await studio.picture('/shell', whole)
    expect([width, height]).to.deep.equal([1280, 50 + 4000])
    for (let index = 0; index < 40; index++) {
      expect(at(700, 50 + index * 100 + 50)).to.equal(bandColor(index).join())
      expect(at(100, 50 + index * 100 + 50)).to.equal('200,200,255')
    }
  })

  it('has what frames of other sites show far down, and the header at the top alone', async () => {
    const { at, height } = await studio.picture('/frames', whole)
    expect(height).to.equal(3000 + 400 + 600 + 1600)
    const green = '0,255,0'
    expect([at(100, 3000), at(699, 3399), at(400, 3200)]).to.deep.equal([green, green, green])
    expect([at(99, 3200), at(700, 3200), at(400, 2999), at(400, 3400)]).to.not.include(green)
    for (let y = 4000; y < 5600; y += 50) expect(at(150, y)).to.equal(green)
    expect(Array.from({ length: height }, (_, y) => at(900, y)).lastIndexOf('255,0,0')).to.equal(49)
  })

  it('has many frames of other sites that lie near each other', async () => {
    const { at } = await studio.picture('/many-frames', whole)
    for (let row = 0; row < 10; row++) {
      const y = 2000 + row * 160 + 75
      expect([150, 460, 770, 1080].map((x) => at(x, y))).to.deep.equal(Array(4).fill('0,255,0'))
    }
  })

  it('has fixed backgrounds wherever they are, and what lies fixed behind the content down to its end', async () => {
    const backgrounds = await studio.picture('/fixed-backgrounds', whole)
    expect(backgrounds.height).to.equal(2000)
    const colors = [400, 990, 1010, 1490, 1510, 1990].map((y) => backgrounds.at(640, y))
    expect(colors).to.deep.equal(['0,80,0', '0,80,0', '200,0,0', '200,0,0', '0,0,200', '0,0,200'])
    const { at, height } = await studio.picture('/backdrops', whole)
    expect(height).to.equal(2000)
    expect([100, 1000, 1990].map((y) => at(100, y))).to.deep.equal(Array(3).fill('0,80,0'))
    expect([100, 1000, 1990].map((y) => at(1000, y))).to.deep.equal(Array(3).fill('200,0,0'))
  })

  it('is as wide as what can be scrolled to', async () => {
    const { at, width } = await studio.picture('/wide', whole)
    expect(width).to.equal(1800)
    expect(at(1790, 850)).to.equal('0,0,255')
    expect((await studio.picture('/wide-hidden', whole)).width).to.equal(1280)
  })

  it('of a page shorter than the view is the view', async () => {
    const { width, height } = await studio.picture('/bare', whole)
    expect([width, height]).to.deep.equal([1280, 800])
  })

  it('on a phone has twice its 375 px of width', async () => {
    const viewport = { width: 375, height: 667, deviceScaleFactor: 2 }
    const { at, width, height } = await studio.picture('/hero', { ...whole, device: 'mobile', viewport })
    expect([width, height]).to.deep.equal([750, 2 * (60 + 667 + 3000)])
    expect([at(300, height - 1), at(300, 2 * 60)]).to.deep.equal(['128,0,128', '255,215,0'])
  })
})
