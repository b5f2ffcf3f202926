import { expect } from 'chai'
import { capture } from '#stages/render/capture/capture.ts'
import { captureFixture, plainSnapshot } from '#test/support/browser/capture-fixture.ts'

describe('endless animations', () => {
  const studio = captureFixture()
  const green = '20,150,60'

  for (const fullPage of [false, true]) {
    it(`shows one of the slides that take turns${fullPage ? ', and on the whole page' : ''}`, async () => {
      const { at, height } = await studio.picture('/endless-slides', { fullPage })
      const shown = fullPage ? [50, 390, height - 350, height - 10] : [50, 390]
      for (const y of shown) expect(at(640, y)).to.be.oneOf(['220,30,40', green, '30,60,200'])
    })

    it(`freezes all that begin invisibly where they are seen, and others at their first frame: ${fullPage}`, async () => {
      const { at } = await studio.picture('/endless-cells', {
        fullPage,
        viewport: { ...plainSnapshot.viewport, height: 1500 },
      })
      const middles = Array.from({ length: 12 }, (_, index) => at(20, index * 100 + 50))
      expect(middles).to.deep.equal(Array(12).fill(green))
      expect([at(100, 1250), at(5, 1350), at(110, 1350)]).to.deep.equal(['200,0,0', green, '255,255,255'])
    })
  }

  it('shows one of the words that take turns, not all on top of each other', async () => {
    const { at } = await studio.picture('/endless-words')
    expect([50, 150, 250].filter((x) => at(x, 50) === green)).to.have.length(1)
  })

  it('gives the same image of the whole page each time', async () => {
    const [first, second] = [
      await studio.take('/endless-slides', { fullPage: true }),
      await studio.take('/endless-slides', { fullPage: true }),
    ]
    expect(second.image.equals(first.image)).to.equal(true)
  })

  for (const path of ['/endless-slides', '/endless-cells', '/endless-words']) {
    it(`does not depend on the time that has passed: ${path}`, async () => {
      const first = await studio.take(path)
      const { tab, close } = await studio.open(path)
      await tab.page.waitForFunction('document.getAnimations().every(({ currentTime }) => currentTime > 700)')
      const later = await capture(tab, plainSnapshot)
      const again = await capture(tab, plainSnapshot).finally(close)
      expect(later.image.equals(first.image)).to.equal(true)
      expect(again.image.equals(first.image)).to.equal(true)
    })
  }
})
