import { expect } from 'chai'
import type { EffectiveSnapshot } from '#shared/operations/snapshot.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

interface Bars {
  readonly margin: string
  readonly threshold?: number
  readonly count?: number
  readonly height?: number
  readonly every?: number
  readonly toggle?: boolean
}

describe('elements that appear well inside the view', () => {
  const studio = captureFixture()
  const green = '20,150,60'
  const whole = { fullPage: true } as const
  const views: Readonly<Record<string, Partial<EffectiveSnapshot>>> = {
    'at 1280 x 720': { viewport: { width: 1280, height: 720, deviceScaleFactor: 1 } },
    'at 1920 x 1080': { viewport: { width: 1920, height: 1080, deviceScaleFactor: 1 } },
    'on a phone': { device: 'mobile', viewport: { width: 375, height: 667, deviceScaleFactor: 2 } },
  }

  /** The numbers of the bars that are missing in the image. */
  async function missing(bars: Bars, options: Partial<EffectiveSnapshot>): Promise<number[]> {
    const { margin, threshold = 0, count = 60, height = 40, every = 97, toggle = false } = bars
    const query = new URLSearchParams({ margin, ...(toggle && { toggle: '' }) })
    for (const [name, value] of Object.entries({ threshold, count, height, every }))
      query.set(name, `${value}`)
    const { at } = await studio.picture(`/reveals?${query}`, options)
    const scale = options.viewport?.deviceScaleFactor ?? 1
    const middle = (index: number) => (20 + index * every + height / 2) * scale
    return Array.from({ length: count }, (_, index) => index).filter(
      (index) => at(60 * scale, middle(index)) !== green,
    )
  }

  for (const [name, view] of Object.entries(views)) {
    it(`has all that stand 100 px inside the view ${name}`, async () =>
      expect(await missing({ margin: '-100px 0px' }, { ...whole, ...view })).to.deep.equal([]))
  }

  for (const bars of [
    { margin: '0px 0px -20%' },
    { margin: '-20%' },
    { margin: '-25% 0px' },
    { margin: '-33% 0px' },
    { margin: '-100px 0px', toggle: true },
    { margin: '0px', threshold: 0.5, count: 12, height: 900, every: 1000 },
    { margin: '0px', threshold: 1, count: 20, height: 400, every: 450 },
    { margin: '-15% 0px', threshold: 1, count: 20, height: 200, every: 450 },
  ] satisfies Bars[]) {
    it(`has all that appear at ${JSON.stringify(bars)}`, async () =>
      expect(await missing(bars, whole)).to.deep.equal([]))
  }

  it('has all of a tall element', async () =>
    expect(await missing({ margin: '-100px 0px' }, { selector: 'body' })).to.deep.equal([]))

  it('has all in a scroller', async () =>
    expect(await studio.middles('/reveals-in-scroller')).to.deep.equal(Array(12).fill(green)))

  it('has what appears only when it is in the view as a whole', async () => {
    for (const options of [whole, { selector: 'body' }]) {
      const { at } = await studio.picture('/reveals-as-whole', options)
      const middles = Array.from({ length: 6 }, (_, index) => at(640, index * 1150 + 450 + 350))
      expect(middles).to.deep.equal(Array(6).fill(green))
    }
  })
})
