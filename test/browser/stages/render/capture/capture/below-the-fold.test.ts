import { expect } from 'chai'
import { type CaptureFixture, captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('capture: the page below the fold', function () {
  this.timeout(30_000)
  const studio = captureFixture()

  /** The colours in the middles of what lies below each other, 400 px tall each. */
  const middles = async (
    path: string,
    options: Parameters<CaptureFixture['picture']>[1] = { fullPage: true },
  ) => {
    const { at, height } = await studio.picture(path, options)
    return Array.from({ length: height / 400 }, (_, index) => at(640, index * 400 + 200))
  }
  const green = (count: number) => Array(count).fill('0,160,0')

  for (const [path, what] of Object.entries({
    '/passing': 'what moves with its way through the view, as in the middle of it',
    '/come-and-go': 'what is gone again when it is not seen',
    '/animated': 'what a script makes go again when it is not seen',
    '/show-and-hide': 'what is hidden again when it is not seen',
    '/smooth': 'all that a script moves along as the page scrolls',
    '/skipped': 'what is not painted far from the view',
    '/late-backgrounds': 'backgrounds that are asked for when they are seen',
    '/fixed-shell': 'all that scrolls in a shell that is fixed',
    '/lazy-shadow': 'lazy images in shadow roots',
  })) {
    it(`has ${what}`, async () => expect(await middles(path)).to.deep.equal(green(8)))
  }

  for (const path of ['/passing', '/come-and-go', '/skipped']) {
    it(`has the same as one element: ${path}`, async () =>
      expect(await middles(path, { selector: 'body' })).to.deep.equal(green(8)))
  }

  it('keeps elements as tall as a scrolling body at their height', async () =>
    expect(await middles('/scrolling-body')).to.deep.equal(['0,0,200', '0,0,200', ...green(7)]))

  it('loads content that is requested at the end of the page, repeatedly', async () => {
    const { at, height } = await studio.picture('/late-feed', { fullPage: true })
    expect([height, at(640, 16 * 400 - 1)]).to.deep.equal([16 * 400 + 10, '0,160,0'])
  })

  for (const by of ['removal', 'moving']) {
    it(`has all rows of a list that keeps in the page those near the view: by ${by}`, async () => {
      const { at, height } = await studio.picture(`/windowed?by=${by}`, { fullPage: true })
      expect(height).to.equal(6000)
      const rows = Array.from({ length: 60 }, (_, row) => at(640, row * 100 + 80))
      expect(rows).to.deep.equal(green(60))
      expect(Array.from({ length: height }, (_, y) => at(640, y)).lastIndexOf('255,0,0')).to.equal(49)
    })
  }

  it('shows counters at their final value', async () => {
    const { at } = await studio.picture('/counting', { fullPage: true })
    expect(at(640, 2200)).to.equal('0,160,0')
  })
})
