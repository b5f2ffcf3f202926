import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { suppressReflowEffects } from '#stages/render/capture/page/animations.ts'
import { openIsolatedWorld } from '#stages/render/tab/isolated-world.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('suppressReflowEffects', function () {
  this.timeout(20_000)
  const studio = captureFixture()

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
    await delay(500)
    expect(await seen()).to.deep.equal(before)
    await close()
  })
})
