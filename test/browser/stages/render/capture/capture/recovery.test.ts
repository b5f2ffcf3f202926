import { expect } from 'chai'
import type { CDPSession, Protocol } from 'puppeteer-core'
import { capture } from '#stages/render/capture/capture.ts'
import { UnusableImage } from '#stages/render/capture/capture-tile.ts'
import { captureLimits } from '#stages/render/capture/limits.ts'
import type { Tab } from '#stages/render/tab/tab.ts'
import { bandColor } from '#test/site/pages/capture.ts'
import { captureFixture, plainSnapshot } from '#test/support/browser/capture-fixture.ts'
import { decodeImage } from '#test/support/browser/decoded-image.ts'

type Ask = Protocol.Page.CaptureScreenshotRequest

/** The tab, but captures that `isLost` come back empty, as Chromium's do beyond its limits. */
function losing(tab: Tab, isLost: (ask: Ask) => boolean | Promise<boolean>): Tab {
  const send = async (method: string, ask: Ask) =>
    method === 'Page.captureScreenshot' && (await isLost(ask))
      ? { data: '' }
      : tab.cdp.send(method as never, ask as never)
  const { cdp } = tab
  const lossy = { send, on: cdp.on.bind(cdp), off: cdp.off.bind(cdp) }
  return { ...tab, cdp: lossy as unknown as CDPSession }
}

describe('capture: recovery from failed captures', () => {
  const studio = captureFixture()

  const taken = async (isLost: (ask: Ask) => boolean) => {
    const { tab, close } = await studio.open('/bands?height=3000')
    const options = { ...plainSnapshot, fullPage: true, format: 'webp', quality: 80 } as const
    return capture(losing(tab, isLost), options).finally(close)
  }

  for (const [name, isLost] of [
    ['in its format is had by way of another', ({ format }: Ask) => format === 'webp'],
    ['in one piece is had in small ones', ({ clip }: Ask) => (clip?.height ?? 0) > 2500],
  ] as const) {
    it(name, async () => {
      const { width, height, format, isNear } = await decodeImage((await taken(isLost)).image)
      expect([format, width, height]).to.deep.equal(['webp', 1280, 3000])
      for (let index = 0; index < 30; index++) {
        expect(isNear(640, index * 100 + 50, [...bandColor(index)])).to.equal(true)
      }
    })
  }

  it('as the page goes elsewhere is that of where it went, with what its scripts do', async () => {
    const { tab, close } = await studio.open('/bands?height=3000')
    let requested = 0
    const leaving = losing(tab, async () => {
      if (requested++ === 0) await tab.page.goto(new URL('/responsive', tab.page.url()).href)
      return false
    })
    const { image } = await capture(leaving, { ...plainSnapshot, fullPage: true }).finally(close)
    const { at, height } = await decodeImage(image)
    expect([height, at(150, 150), at(150, 450)]).to.deep.equal([4800, '200,0,0', '0,200,0'])
  })

  it('in any way is an error, never an empty picture', async () => {
    const error = await taken(() => true).catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(UnusableImage)
  })

  it('is asked for in tiles of a size that the browser can', async () => {
    const requested: Ask[] = []
    const { tab, close } = await studio.open('/bands?height=9000')
    await capture(
      losing(tab, (ask) => requested.push(ask) === 0),
      { ...plainSnapshot, fullPage: true },
    ).finally(close)
    expect(requested.length).to.be.above(1)
    for (const { clip } of requested) expect(clip?.height).to.be.at.most(captureLimits.tileSidePx)
  })
})
