import { expect } from 'chai'
import type { EffectiveSnapshot } from '#shared/operations/snapshot.ts'
import { captureLimits } from '#stages/render/capture/limits.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'
import { decodeImage } from '#test/support/browser/decoded-image.ts'

const phone = {
  device: 'mobile',
  viewport: { width: 375, height: 667, deviceScaleFactor: 2 },
} as const satisfies Partial<EffectiveSnapshot>
const whole = { fullPage: true } as const

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

describe('located selectors', () => {
  const studio = captureFixture()

  /** The boxes of each selector. */
  async function boxes(
    locate: readonly string[],
    options: Partial<EffectiveSnapshot>,
    ...limits: (typeof captureLimits)[]
  ) {
    const { located } = await studio.take('/located', { ...options, locate }, ...limits)
    expect(located?.map(({ selector }) => selector)).to.deep.equal(locate)
    return located?.map((one) => one.boxes)
  }

  it('are absent unless they were asked for', async () => {
    expect(await studio.take('/located')).not.to.have.property('located')
  })

  it('have the boxes that the view shows, cut at its edges, and the number of all matches', async () => {
    const locate = ['#first', '#cut', '.many', '#below', '#gone', '#left', '#nothing', 'div((', 'header']
    const { located } = await studio.take('/located', { locate })
    const found = Object.fromEntries((located ?? []).map(({ selector, ...rest }) => [selector, rest]))
    expect(found['#first']).to.deep.equal({ boxes: [box(100, 100, 200, 50)], matches: 1 })
    expect(found['#cut']).to.deep.equal({ boxes: [box(300, 780, 100, 20)], matches: 1 })
    expect(found['.many']?.matches).to.equal(12)
    expect(found['.many']?.boxes).to.deep.equal(
      Array.from({ length: 10 }, (_, at) => box(20 * at, 200, 10, 10)),
    )
    for (const outside of ['#below', '#gone', '#left'])
      expect(found[outside]).to.deep.equal({ boxes: [], matches: 1 })
    for (const none of ['#nothing', 'div((']) expect(found[none]).to.deep.equal({ boxes: [], matches: 0 })
    expect(found.header?.boxes).to.deep.equal([box(0, 0, 1280, 60)])
  })

  it('fit the pixels of the whole page on a phone: twice the CSS pixels, after what came by scrolling', async () => {
    const locate = ['#first', '#below', 'header', '#end', '.deep', '#host >>> .deep']
    const captured = await studio.take('/located', { ...phone, ...whole, locate })
    const [first, below, header, end, deep, hosted] = captured.located?.map((one) => one.boxes[0]) ?? []
    // 60 + 1,440 + 400 px lie above, then 80 and 200.
    expect([first, below]).to.deep.equal([box(200, 200, 400, 100), box(100, 3800, 240, 160)])
    expect(header).to.deep.equal(box(0, 0, 750, 120))
    expect(deep).to.deep.equal(box(0, 2 * 2180, 140, 40))
    expect(hosted).to.deep.equal(deep)
    expect(end).to.deep.equal(box(0, 2 * 2200, 750, 1600))
    const { at, height } = await decodeImage(captured.image)
    expect(height).to.equal(2 * 3000)
    expect([at(101, 3801), at(338, 3958), at(98, 3801), at(101, 3798)]).to.deep.equal([
      '200,0,200',
      '200,0,200',
      '255,255,255',
      '255,255,255',
    ])
  })

  it('are the same in an image of many tiles', async () => {
    const tiled = { ...captureLimits, tilePixels: 1280 * 300 }
    expect(await boxes(['#first', '#below'], whole, tiled)).to.deep.equal([
      [box(100, 100, 200, 50)],
      [box(50, 1900, 120, 80)],
    ])
  })

  it('are counted from the corner of an element that is captured', async () => {
    const options = { selector: '#panel', viewport: { width: 1280, height: 800, deviceScaleFactor: 2 } }
    expect(await boxes(['#inner', '#panel', '#below'], options)).to.deep.equal([
      [box(40, 60, 100, 80)],
      [box(0, 0, 480, 400)],
      [],
    ])
  })

  it('are counted from the corner of a view that is scrolled', async () => {
    const { located } = await studio.take('/located#panel', { locate: ['#inner', '#first', 'header'] })
    const [inner, first, header] = located?.map((one) => one.boxes) ?? []
    expect([inner, first, header]).to.deep.equal([[box(50, 30, 50, 40)], [], [box(0, 0, 1280, 60)]])
  })
})
