import { expect } from 'chai'
import { capture } from '#stages/render/capture/capture.ts'
import { DeadlineExceeded } from '#stages/render/tab/tab.ts'
import { bandColor } from '#test/site/pages/capture.ts'
import { captureFixture, plainSnapshot } from '#test/support/browser/capture-fixture.ts'

describe('capture: documents of all kinds', () => {
  const studio = captureFixture()

  it('captures an SVG document', async () => {
    for (const fullPage of [false, true]) {
      const { at, width, height } = await studio.picture('/drawing.svg', { fullPage })
      expect([width, height]).to.deep.equal([1280, fullPage ? 1500 : 800])
      expect([at(450, 10), at(450, height - 1)]).to.deep.equal(['10,30,180', '10,30,180'])
    }
  })

  it('captures plain text to its last line', async () => {
    const { at, height } = await studio.picture('/words.txt', { fullPage: true })
    const dark = Array.from({ length: height }, (_, y) => y).filter((y) =>
      Array.from({ length: 60 }, (_, x) => at(x, y)).some((color) => color !== '255,255,255'),
    )
    expect(height).to.be.within(200 * 10, 200 * 25)
    expect(dark.at(-1)).to.be.above(height - 40)
  })

  it('captures the document that the page navigates to meanwhile', async () => {
    const { at, height } = await studio.picture('/leaving', { fullPage: true })
    expect(height).to.equal(2000)
    expect(at(640, 1950)).to.equal(bandColor(19).join())
  })

  it('rejects with DeadlineExceeded when the page keeps navigating', async () => {
    const error = await studio.take('/restless', { fullPage: true }).catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(DeadlineExceeded)
  })

  it('rejects at the deadline when the page is stuck', async () => {
    const deadline = new AbortController()
    const { tab, close } = await studio.open('/bare', {}, deadline.signal)
    tab.cdp.send('Runtime.evaluate', { expression: 'for (;;);' }).catch(() => {})
    const captured = capture(tab, plainSnapshot).catch((error: unknown) => error)
    deadline.abort()
    expect(await captured).to.be.instanceOf(DeadlineExceeded)
    await close()
  })
})
