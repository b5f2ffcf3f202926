import { expect } from 'chai'
import type { LabImage } from '#shared/messages/payloads/measurement.ts'
import { imagesUnsized } from '#stages/score/performance/tips/images-unsized.ts'
import { facts, type Given, image, page, request } from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

/** Images of these shapes, which were loaded with this status. */
function shown(images: readonly Partial<LabImage>[], status = 200): Given {
  return {
    requests: [page, ...images.map((_, at) => request(`/${at}.png`, { kind: 'image', status }))],
    images: images.map((one, at) => image(`/${at}.png`, { hasReservedSpace: false, ...one })),
  }
}

tipTester(imagesUnsized, {
  given: shown([{ shownHeight: 3 }, { shownHeight: 200.4 }, { shownHeight: 900, isInViewport: false }]),
  says: ['3 images', 'shop.example.com/1.png', '200 px'],
  gains: {},
  nearMiss: shown([{ shownHeight: 2.9 }, { hasReservedSpace: true }, { shownWidth: 0 }]),
})

describe('tip images-unsized', () => {
  it('is not given for an image that did not load', () => {
    expect(imagesUnsized.find(facts(shown([{}], 404)))).to.equal(null)
  })

  it('is not given where an older render stage did not look', () => {
    expect(imagesUnsized.find(facts({ ...shown([{}]), images: [image('/0.png')] }))).to.equal(null)
  })
})
