import { expect } from 'chai'
import { bandColor } from '#test/site/pages/capture.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('scrollers of the whole page', () => {
  const studio = captureFixture()
  const whole = { fullPage: true } as const
  const green = (count: number) => Array(count).fill('0,160,0')

  it('of an application shell has all that scrolls inside', async () => {
    const { at, width, height } = await studio.picture('/shell', whole)
    expect([width, height]).to.deep.equal([1280, 50 + 4000])
    for (let index = 0; index < 40; index++) {
      expect(at(700, 50 + index * 100 + 50)).to.equal(bandColor(index).join())
      expect(at(100, 50 + index * 100 + 50)).to.equal('200,200,255')
    }
  })

  it('keeps elements as tall as a scrolling body at their height', async () =>
    expect(await studio.middles('/scrolling-body')).to.deep.equal(['0,0,200', '0,0,200', ...green(7)]))

  it('has all that scrolls in a shell that is fixed', async () =>
    expect(await studio.middles('/fixed-shell')).to.deep.equal(green(8)))

  it('has all that a script moves along as the page scrolls', async () =>
    expect(await studio.middles('/smooth')).to.deep.equal(green(8)))
})
