import { expect } from 'chai'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('a page that is stable', () => {
  const studio = captureFixture()
  const whole = { fullPage: true } as const
  const green = (count: number) => Array(count).fill('0,160,0')

  it('shows backgrounds that are requested late', async () =>
    expect((await studio.picture('/late-hero')).at(640, 200)).to.equal('0,160,0'))

  it('has backgrounds that are asked for when they are seen', async () =>
    expect(await studio.middles('/late-backgrounds')).to.deep.equal(green(8)))

  it('shows counters at their final value', async () => {
    const { at } = await studio.picture('/counting', whole)
    expect(at(640, 2200)).to.equal('0,160,0')
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
})
