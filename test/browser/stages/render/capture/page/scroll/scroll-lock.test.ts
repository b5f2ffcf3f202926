import { expect } from 'chai'
import { lockNames, stripeColor } from '#test/site/pages/scroll-locks.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('pages that a dialog keeps from scrolling', () => {
  const studio = captureFixture()
  const whole = { fullPage: true } as const
  const stripes = Array.from({ length: 10 }, (_, index) => stripeColor(index))

  for (const by of lockNames) {
    it(`are whole, from their top: ${by}`, async () => {
      const { at, height } = await studio.picture(`/locked?by=${by}`, whole)
      expect(height).to.equal(5000)
      expect(stripes.map((_, index) => at(640, index * 500 + 250))).to.deep.equal(stripes)
    })
  }

  it('have elements that a pinned body moves out of reach', async () => {
    const { at, height } = await studio.picture('/locked?by=atLoad', { selector: '.b:nth-child(9)' })
    expect([height, at(640, 250)]).to.deep.equal([500, stripeColor(8)])
    const above = await studio.picture('/locked?by=above', { selector: '.b:nth-child(2)' })
    expect([above.height, above.at(640, 250)]).to.deep.equal([500, stripeColor(1)])
  })

  it('are not those that are laid out as one screen', async () => {
    const shell = await studio.picture('/fixed-body-shell', whole)
    expect(shell.height).to.equal(50 + 2000 + 50)
    expect([10, 60, 2040, 2090].map((y) => shell.at(640, y))).to.deep.equal([
      '0,0,128',
      '20,150,60',
      '20,150,60',
      '0,0,128',
    ])
    for (const path of ['/one-screen', '/slide-show']) {
      const { at, height } = await studio.picture(path, whole)
      expect([height, at(640, 790)]).to.deep.equal([800, '20,150,60'])
    }
  })
})
