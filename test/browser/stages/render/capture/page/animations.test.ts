import { expect } from 'chai'
import { capture } from '#stages/render/capture/capture.ts'
import { suppressReflowEffects } from '#stages/render/capture/page/animations.ts'
import { openIsolatedWorld } from '#stages/render/tab/isolated-world.ts'
import { eventually } from '#test/contract/eventually.ts'
import { captureFixture, plainSnapshot } from '#test/support/browser/capture-fixture.ts'
import { decodeImage } from '#test/support/browser/decoded-image.ts'

describe('animations and effects of scrolling', () => {
  const studio = captureFixture()
  const green = (count: number) => Array(count).fill('0,160,0')

  it('keeps the size of failed images while the browser requests them again', async () => {
    const { tab, close } = await studio.open('/failing')
    const { page, cdp } = tab
    const seen = () =>
      page.evaluate(() => ({
        height: document.documentElement.scrollHeight,
        asking: Array.from(document.images).filter(({ complete }) => !complete).length,
      }))
    const view = { height: 800, deviceScaleFactor: 1, mobile: false }
    const before = await seen()
    expect(before.asking).to.equal(0)
    await (await openIsolatedWorld(tab)).run(suppressReflowEffects, null)
    expect(await seen()).to.deep.equal(before)
    await cdp.send('Emulation.setDeviceMetricsOverride', { ...view, width: 100 })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    await cdp.send('Emulation.setDeviceMetricsOverride', { ...view, width: 1280 })
    const meanwhile = await seen()
    expect(meanwhile.asking).to.be.above(0)
    expect(meanwhile.height).to.equal(before.height)
    await eventually(async () => (await seen()).asking === 0)
    expect(await seen()).to.deep.equal(before)
    await close()
  })

  it('freezes endless animations at their first frame and others at their last, without a caret', async () => {
    const first = await studio.take('/moving')
    const { tab, close } = await studio.open('/moving')
    await tab.page.waitForFunction('document.getAnimations().every(({ currentTime }) => currentTime > 333)')
    const second = await capture(tab, plainSnapshot).finally(close)
    expect(first.image.equals(second.image)).to.equal(true)
    const { at } = await decodeImage(second.image)
    expect([at(50, 50), at(550, 200), at(50, 200)]).to.deep.equal(['200,0,0', '0,0,200', '255,255,255'])
    expect(at(50, 450)).to.equal('255,0,0')
  })

  it('has what moves with its way through the view, as in the middle of it', async () =>
    expect(await studio.middles('/passing')).to.deep.equal(green(8)))

  it('has the same as one element', async () =>
    expect(await studio.middles('/passing', { selector: 'body' })).to.deep.equal(green(8)))

  it('has what is not painted far from the view', async () =>
    expect(await studio.middles('/skipped')).to.deep.equal(green(8)))
})
