import { expect } from 'chai'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('fixed elements of the whole page', () => {
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
})
