import { expect } from 'chai'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('documents without a root, and shadow roots', () => {
  const studio = captureFixture()
  const green = (count: number) => Array(count).fill('0,160,0')

  for (const path of ['/rootless', '/unwritten']) {
    it(`one without a root element is empty: ${path}`, async () => {
      for (const fullPage of [false, true]) {
        const { at, width, height } = await studio.picture(path, { fullPage })
        expect([width, height, at(640, 400)]).to.deep.equal([1280, 800, '255,255,255'])
      }
    })
  }

  it('has lazy images in shadow roots', async () =>
    expect(await studio.middles('/lazy-shadow')).to.deep.equal(green(8)))
})
