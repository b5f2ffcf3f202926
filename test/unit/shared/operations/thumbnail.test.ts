import { expect } from 'chai'
import { thumbnailHeight, thumbnailParameters } from '#shared/operations/thumbnail.ts'

describe('parameters of thumbnails', () => {
  const url = 'https://shop.example/a.png'
  const isValid = (parameters: object) => thumbnailParameters.safeParse(parameters).success

  it('have a width of 320 by default', () => {
    expect(thumbnailParameters.parse({ url })).to.deep.equal({ url, width: 320 })
  })

  it('accept whole widths from 16 to 1280', () => {
    for (const width of [16, 320, 1280]) expect(isValid({ url, width }), `${width}`).to.equal(true)
    for (const width of [15, 1281, 320.5, '320', null])
      expect(isValid({ url, width }), `${width}`).to.equal(false)
  })

  it('accept nothing else', () => {
    for (const wrong of [{}, { url: 'ftp://a/' }, { url, height: 5 }]) expect(isValid(wrong)).to.equal(false)
  })
})

describe('thumbnailHeight', () => {
  it('is twice the width', () => expect(thumbnailHeight(320)).to.equal(640))
})
