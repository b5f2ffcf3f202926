import { expect } from 'chai'
import { groundKinds, overlayKinds } from '#test/site/pages/grounds.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('fixed grounds of the whole page', () => {
  const studio = captureFixture()
  const whole = { fullPage: true } as const
  const blue = '30,60,200'

  for (const kind of groundKinds) {
    it(`are behind all of the content: ${kind}`, async () => {
      const { at, height } = await studio.picture(`/grounds?kind=${kind}`, whole)
      expect(height).to.equal(6000)
      for (const x of [5, 1275]) {
        expect([5, 790, 810, 3000, 5995].map((y) => at(x, y))).to.deep.equal(Array(5).fill(blue))
      }
    })
  }

  it('are behind all of an element', async () => {
    const { at } = await studio.picture('/grounds?kind=auto', { selector: 'main' })
    expect([at(5, 5), at(1275, 5990)]).to.deep.equal([blue, blue])
  })

  it('are not heroes that content slides over', async () => {
    const { at, height } = await studio.picture('/sliding-over', whole)
    expect(height).to.equal(3800)
    expect([100, 400, 700, 900, 3790].map((y) => at(1200, y))).to.deep.equal([
      blue,
      '200,0,0',
      blue,
      '20,150,60',
      '20,150,60',
    ])
  })

  for (const kind of overlayKinds) {
    it(`are not what lies above the content: ${kind}`, async () => {
      const { at, height } = await studio.picture(`/veiled?kind=${kind}`, whole)
      expect([height, at(5, 400), at(5, 900), at(1200, 2990)]).to.deep.equal([
        3000,
        '240,0,200',
        '20,150,60',
        '20,150,60',
      ])
    })
  }
})
