import { expect } from 'chai'
import { decodeBitmap } from '#stages/fetch/images/decode/parse-icon.ts'
import { dib } from '../icons.ts'

const red = [255, 0, 0, 255]
const green = [0, 255, 0, 255]
const blue = [0, 0, 255, 255]
const nothingMasked = [0, 0, 0, 0]
const rgba = (body: Buffer) => [...(decodeBitmap(body)?.rgba ?? [])]

describe('decodeBitmap', () => {
  it('reads 24 bits, rows from the bottom up and padded', () => {
    const bottom = [255, 0, 0, 0, 255, 0, 0, 0]
    const top = [0, 0, 255, 0, 0, 255, 0, 0]
    const bitmap = decodeBitmap(dib(2, 2, 24, bottom, top, nothingMasked, nothingMasked))
    expect(bitmap).to.include({ width: 2, height: 2 })
    expect([...(bitmap?.rgba ?? [])]).to.deep.equal([...red, ...red, ...blue, ...green])
  })

  it('reads 8, 4 and 1 bits through the palette', () => {
    const palette = [0, 0, 255, 0, 0, 255, 0, 0]
    const whole = (size: number) => [...palette, ...Array(size * 4 - palette.length).fill(0)]
    const expected = [...green, ...red, ...green]
    expect(rgba(dib(3, 1, 8, whole(256), [1, 0, 1, 0], nothingMasked))).to.deep.equal(expected)
    expect(rgba(dib(3, 1, 4, whole(16), [0x10, 0x10, 0, 0], nothingMasked))).to.deep.equal(expected)
    expect(rgba(dib(3, 1, 1, whole(2), [0b1010_0000, 0, 0, 0], nothingMasked))).to.deep.equal(expected)
  })

  it('applies the mask, and in 32 bits the alpha channel first', () => {
    const firstMasked = [0b1000_0000, 0, 0, 0]
    expect(rgba(dib(2, 1, 24, [0, 0, 255, 0, 0, 255, 0, 0], firstMasked))).to.deep.equal([
      255,
      0,
      0,
      0,
      ...red,
    ])
    const half = [0, 0, 255, 128, 255, 0, 0, 255]
    expect(rgba(dib(2, 1, 32, half, firstMasked))).to.deep.equal([255, 0, 0, 128, ...blue])
    const noAlpha = [0, 0, 255, 0, 255, 0, 0, 0]
    expect(rgba(dib(2, 1, 32, noAlpha, firstMasked))).to.deep.equal([255, 0, 0, 0, ...blue])
  })

  it('treats a missing mask as opaque', () => {
    expect(rgba(dib(1, 1, 24, [0, 0, 255, 0]))).to.deep.equal(red)
  })

  it('rejects damaged data without reserving the claimed size', () => {
    expect(decodeBitmap(Buffer.alloc(0))).to.equal(null)
    expect(decodeBitmap(Buffer.alloc(39, 40))).to.equal(null)
    expect(decodeBitmap(dib(2, 2, 24, [1, 2, 3]))).to.equal(null)
    expect(decodeBitmap(dib(100_000, 100_000, 1, [0, 0, 0, 0]))).to.equal(null)
    expect(decodeBitmap(dib(-1, 1, 24, [0, 0, 255, 0]))).to.equal(null)
    expect(decodeBitmap(dib(1, 1, 16, [0, 0, 0, 0]))).to.equal(null)
  })
})
