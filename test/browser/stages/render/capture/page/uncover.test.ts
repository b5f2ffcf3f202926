import { expect } from 'chai'
import { coveringNames } from '#test/site/pages/covered.ts'
import { captureFixture } from '#test/support/browser/capture-fixture.ts'

describe('an element under what sticks to the view', () => {
  const studio = captureFixture()
  const viewport = { width: 1280, height: 720, deviceScaleFactor: 1 }

  for (const over of coveringNames) {
    it(`is captured alone: ${over}`, async () => {
      for (const elementHeight of [640, 2000]) {
        const { at, width, height } = await studio.picture(`/covered?over=${over}&height=${elementHeight}`, {
          selector: '#card',
          viewport,
        })
        expect([width, height]).to.deep.equal([600, elementHeight])
        const others = new Set<string>()
        for (let x = 5; x < width; x += 10) for (let y = 5; y < height; y += 10) others.add(at(x, y))
        expect([...others]).to.deep.equal(['20,150,60'])
      }
    })
  }

  it('keeps what holds it, what lies in it, and what is fixed behind it', async () => {
    const inner = await studio.picture('/covering', { selector: '#inner', viewport })
    expect([inner.at(10, 10), inner.at(10, 200), inner.at(225, 225)]).to.deep.equal([
      '200,0,0',
      '20,150,60',
      '0,0,200',
    ])
    const clear = await studio.picture('/covering', { selector: '#clear', viewport })
    expect([clear.at(10, 10), clear.at(390, 190)]).to.deep.equal(['0,0,128', '0,0,128'])
  })
})
