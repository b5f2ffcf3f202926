import { expect } from 'chai'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('lists that keep in the page the rows near the view', () => {
  const studio = captureFixture()

  for (const by of ['removal', 'moving']) {
    it(`have all rows: by ${by}`, async () => {
      const { at, height } = await studio.picture(`/windowed?by=${by}`, { fullPage: true })
      expect(height).to.equal(6000)
      const rows = Array.from({ length: 60 }, (_, row) => at(640, row * 100 + 80))
      expect(rows).to.deep.equal(Array(60).fill('0,160,0'))
      expect(Array.from({ length: height }, (_, y) => at(640, y)).lastIndexOf('255,0,0')).to.equal(49)
    })
  }
})
