import { expect } from 'chai'
import type { Protocol } from 'puppeteer-core'
import sharp from 'sharp'
import type { Area } from '#stages/render/capture/area.ts'
import { captureLazyRegions } from '#stages/render/capture/lazy-regions.ts'
import { captureLimits } from '#stages/render/capture/limits.ts'
import {
  type LazyRegion,
  lazyRegions,
  scrollBackToTop,
  scrollToRegionBox,
} from '#stages/render/capture/page/lazy-regions.ts'
import type { IsolatedWorld } from '#stages/render/tab/isolated-world.ts'
import type { Tab } from '#stages/render/tab/tab.ts'

const area: Area = { x: 0, y: 0, width: 400, height: 2000, scale: 2, zoom: 1, extent: 'beyond' }
const box = (y: number, height = 100, x = 0) => ({ x, y, width: 200, height })
const region = (...parts: ReturnType<typeof box>[]): LazyRegion => ({
  ...{ box: parts[0] ?? box(0), parts, isVirtualized: true },
})

/** A page with these regions, and what was done to it. */
function pageWith(regions: readonly LazyRegion[]) {
  const steps: string[] = []
  const world = {
    async run(script: unknown, input: { y: number }) {
      if (script === lazyRegions) return regions
      if (script === scrollToRegionBox) steps.push(`scroll to ${input.y}`)
      if (script === scrollBackToTop) steps.push('scroll back')
      return undefined
    },
    runWithin: async () => undefined,
  } as unknown as IsolatedWorld
  const send = async (_: string, { clip }: Protocol.Page.CaptureScreenshotRequest) => {
    steps.push(`capture ${clip?.x},${clip?.y} ${clip?.width}x${clip?.height}`)
    const size = { width: (clip?.width ?? 0) * 2, height: (clip?.height ?? 0) * 2 }
    const image = sharp({ create: { ...size, channels: 3, background: 'red' } }).png()
    return { data: (await image.toBuffer()).toString('base64') }
  }
  const tab = { cdp: { send }, guard: <T>(step: Promise<T>) => step } as unknown as Tab
  return { steps, captured: (limits = captureLimits) => captureLazyRegions(tab, world, area, limits) }
}

describe('captureLazyRegions', () => {
  it('scrolls to each region, captures its parts, and scrolls back', async () => {
    const { steps, captured } = pageWith([region(box(900)), region(box(1500), box(1620, 50, 100))])
    const positions = (await captured()).map(({ position }) => position)
    expect(steps).to.deep.equal([
      ...['scroll to 900', 'capture 0,900 200x100'],
      ...['scroll to 1500', 'capture 0,1500 200x100', 'capture 100,1620 200x50'],
      'scroll back',
    ])
    // In device pixels of the area, twice the CSS pixels.
    expect(positions).to.deep.equal([
      { left: 0, top: 1800, width: 400, height: 200 },
      { left: 0, top: 3000, width: 400, height: 200 },
      { left: 200, top: 3240, width: 400, height: 100 },
    ])
  })

  it('captures of a region the part inside the area only', async () => {
    const { steps, captured } = pageWith([region(box(1950)), region(box(2000))])
    expect((await captured()).map(({ position }) => position)).to.deep.equal([
      { left: 0, top: 3900, width: 400, height: 100 },
    ])
    expect(steps).to.deep.equal(['scroll to 1950', 'capture 0,1950 200x50', 'scroll back'])
  })

  it('leaves regions for which there is no time', async () => {
    const { steps, captured } = pageWith([region(box(900))])
    expect(await captured({ ...captureLimits, lazyRegionsMs: -1 })).to.deep.equal([])
    expect(steps).to.deep.equal(['scroll back'])
  })

  it('leaves a page without regions where it is', async () => {
    const { steps, captured } = pageWith([])
    expect(await captured()).to.deep.equal([])
    expect(steps).to.deep.equal([])
  })
})
