import { expect } from 'chai'
import { largestIcon } from '#stages/fetch/images/decode/parse-icon.ts'
import { dib, ico } from './icons.ts'

const png = (mark: number) => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, mark])
const red = dib(1, 1, 24, [0, 0, 255, 0], [0, 0, 0, 0])

describe('largestIcon', () => {
  it('returns the largest picture, 0 meaning 256', () => {
    const file = ico(
      { width: 16, height: 16, body: png(1) },
      { width: 256, height: 256, body: png(2) },
      { width: 48, height: 48, body: png(3) },
    )
    expect(largestIcon(file)).to.deep.equal({ kind: 'png', body: png(2) })
  })

  it('returns the picture with the most bits of several of one size', () => {
    const file = ico(
      { width: 16, height: 16, bits: 4, body: png(1) },
      { width: 16, height: 16, bits: 32, body: png(2) },
      { width: 16, height: 16, bits: 8, body: png(3) },
    )
    expect(largestIcon(file)).to.deep.equal({ kind: 'png', body: png(2) })
  })

  it('decodes a bitmap', () => {
    const picture = largestIcon(ico({ width: 1, height: 1, body: red }))
    expect(picture).to.deep.equal({
      kind: 'bitmap',
      width: 1,
      height: 1,
      rgba: Uint8Array.of(255, 0, 0, 255),
    })
  })

  it('is null when the file is damaged', () => {
    const file = ico({ width: 1, height: 1, body: red })
    for (const end of [0, 5, 6, 21, 22, 40, file.length - 5]) {
      expect(largestIcon(file.subarray(0, end)), `${end} bytes`).to.equal(null)
    }
    expect(largestIcon(ico())).to.equal(null)
    expect(
      largestIcon(ico({ width: 1, height: 1, body: Buffer.from('<svg xmlns="x"/>'.repeat(9)) })),
    ).to.equal(null)
  })
})
