import { expect } from 'chai'
import { dominantColor } from '#stages/fetch/images/decode/dominant-color.ts'

const pixels = (...list: [number, number, number, number][]) => Uint8Array.from(list.flat())

describe('dominantColor', () => {
  it('is exact for one colour', () => {
    expect(dominantColor(pixels([0x33, 0x66, 0x99, 255]))).to.equal('#336699')
    expect(dominantColor(pixels([0, 0, 0, 255]))).to.equal('#000000')
    expect(dominantColor(pixels([255, 255, 255, 255]))).to.equal('#ffffff')
  })

  it('is the most common colour, not the average', () => {
    const red = [255, 0, 0, 255] as [number, number, number, number]
    const blue = [0, 0, 255, 255] as [number, number, number, number]
    expect(dominantColor(pixels(blue, red, red, blue, red))).to.equal('#ff0000')
  })

  it('is the mean of the colours in one bin of 16 values per channel', () => {
    expect(dominantColor(pixels([16, 32, 48, 255], [18, 36, 63, 255], [0, 0, 0, 255]))).to.equal('#112238')
  })

  it('ignores pixels that are more transparent than opaque', () => {
    expect(dominantColor(pixels([0, 0, 0, 127], [0, 0, 0, 0], [9, 9, 9, 128]))).to.equal('#090909')
  })

  it('is null when all pixels are transparent, or there are none', () => {
    expect(dominantColor(pixels([1, 2, 3, 0], [255, 255, 255, 127]))).to.equal(null)
    expect(dominantColor(pixels())).to.equal(null)
  })
})
