import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { suppressReflowEffects } from '#stages/render/capture/page/animations.ts'
import { openIsolatedWorld } from '#stages/render/tab/isolated-world.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('animations and effects of scrolling', function () {
  this.timeout(60_000)
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
    while ((await seen()).asking > 0) await delay(50)
    expect(await seen()).to.deep.equal(before)
    await close()
  })

  it('freezes endless animations at their first frame and others at their last, without a caret', async () => {
    const first = await studio.take('/moving')
    await new Promise((resolve) => setTimeout(resolve, 333))
    const second = await studio.take('/moving')
    expect(first.image.equals(second.image)).to.equal(true)
    const { at } = await studio.picture('/moving')
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
