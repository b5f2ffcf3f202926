import { expect } from 'chai'
import { type LocateInput, locate } from '#stages/render/capture/page/locate.ts'
import { openIsolatedWorld } from '#stages/render/tab/isolated-world.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'
import type { TestTab } from '#test/support/browser/test-tab.ts'

describe('locate: elements that selectors match', () => {
  const studio = captureFixture()
  let opened: TestTab
  before(async () => {
    opened = await studio.open('/elements')
  })
  after(() => opened?.close())

  const everywhere = { x: 0, y: 0, width: 100_000, height: 100_000 }
  const find = async (selectors: readonly string[], more: Partial<LocateInput> = {}) => {
    const world = await openIsolatedWorld(opened.tab)
    return world.run(locate, { selectors, area: everywhere, maxBoxes: 10, maxElements: 1000, ...more })
  }
  const sizes = async (...asked: Parameters<typeof find>) =>
    (await find(...asked)).map(({ boxes, matches }) => [
      boxes.map((box) => `${box.width}x${box.height}`),
      matches,
    ])

  it('have the boxes of all matches, in document order', async () => {
    expect(await sizes(['#plain', '#tall'])).to.deep.equal([
      [['200x100', '300x100'], 2],
      [['400x2600'], 1],
    ])
  })

  it('have no box where they are not displayed or empty', async () => {
    expect(await sizes(['#none', '#flat'])).to.deep.equal([
      [[], 1],
      [[], 1],
    ])
  })

  it('may be in shadow trees, also with the way there', async () => {
    const deep = [['120x80'], 1]
    expect(await sizes(['.deep', '#host >>> p >>> .deep', 'p>>>.deep'])).to.deep.equal([deep, deep, deep])
    expect(await sizes(['#plain >>> .deep'])).to.deep.equal([[[], 0]])
  })

  it('are none for what is no selector', async () => {
    expect(await sizes(['div((', '>>>', '#host >>>', '', '#wide'])).to.deep.equal([
      [[], 0],
      [[], 0],
      [[], 0],
      [[], 0],
      [['2000x50'], 1],
    ])
  })

  it('have as many boxes as are wanted, of as many elements as are looked at, and only inside the area', async () => {
    expect(await sizes(['#plain'], { maxBoxes: 1 })).to.deep.equal([[['200x100'], 2]])
    expect(await sizes(['#plain'], { maxElements: 1 })).to.deep.equal([[['200x100'], 2]])
    // The second one begins 100 px below the first.
    const [found] = await find(['#plain'])
    const { x, y } = found?.boxes[0] ?? { x: -1, y: -1 }
    expect(await sizes(['#plain'], { area: { x, y: y + 100, width: 10, height: 10 } })).to.deep.equal([
      [['300x100'], 2],
    ])
  })
})
