import { expect } from 'chai'
import type { CDPSession, Protocol } from 'puppeteer-core'
import sharp from 'sharp'
import { captureTile, captureViewport, fastPng, UnusableImage } from '#stages/render/capture/capture-tile.ts'
import type { Tab } from '#stages/render/tab/tab.ts'

const area = { x: 0, y: 0, width: 40, height: 30, scale: 1, zoom: 1, extent: 'beyond' } as const
const part = { left: 10, top: 20, width: 20, height: 10 }

/** A tab whose browser answers every capture with these bytes. */
function tabThatGives(image: Buffer, requested: Protocol.Page.CaptureScreenshotRequest[] = []): Tab {
  const send = async (_method: string, request: Protocol.Page.CaptureScreenshotRequest) => {
    requested.push(request)
    return { data: image.toString('base64') }
  }
  return { cdp: { send } as unknown as CDPSession, guard: (step: Promise<unknown>) => step } as Tab
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#abcdef' } })

describe('captureTile', () => {
  const refusal = async (image: Buffer, format: 'png' | 'webp' = 'png') =>
    captureTile(tabThatGives(image), area, part, { ...fastPng, format }).catch((error: unknown) => error)

  it('requests the tile of the whole page', async () => {
    const requested: Protocol.Page.CaptureScreenshotRequest[] = []
    const image = await picture(40, 20).png().toBuffer()
    const tab = tabThatGives(image, requested)
    const shot = await captureTile(
      tab,
      { ...area, x: 5, scale: 2 },
      { ...part, width: 40, height: 20 },
      fastPng,
    )
    expect(shot).to.deep.equal({ image, width: 40, height: 20 })
    expect(requested[0]?.clip).to.deep.equal({ x: 10, y: 10, width: 20, height: 10, scale: 1 })
    expect(requested[0]?.captureBeyondViewport).to.equal(true)
  })

  it('captures the viewport without a clip', async () => {
    const requested: Protocol.Page.CaptureScreenshotRequest[] = []
    const image = await picture(40, 20).jpeg().toBuffer()
    const encoding = { format: 'jpeg', quality: 70, optimizeForSpeed: false } as const
    const view = { left: 0, top: 0, width: 40, height: 20 }
    const shot = await captureViewport(tabThatGives(image, requested), view, encoding)
    expect(shot).to.deep.equal({ image, width: 40, height: 20 })
    expect(requested).to.deep.equal([encoding])
  })

  it('rejects an empty image', async () => {
    expect(await refusal(Buffer.alloc(0))).to.be.instanceOf(UnusableImage)
  })

  it('rejects data that is no image', async () => {
    expect(await refusal(Buffer.from('no picture at all'))).to.be.instanceOf(UnusableImage)
  })

  it('rejects an image of another size', async () => {
    expect(await refusal(await picture(20, 8).png().toBuffer())).to.be.instanceOf(UnusableImage)
  })

  it('rejects an image of another format', async () => {
    expect(await refusal(await picture(20, 10).png().toBuffer(), 'webp')).to.be.instanceOf(UnusableImage)
  })
})
