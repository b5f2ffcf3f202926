import { expect } from 'chai'
import { NumberReader, NumberWriter } from '#stages/batch/site/records/varints.ts'

describe('numbers in a record', () => {
  it('come back as they were, from 0 to the largest safe integer', () => {
    const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 31, 2 ** 32, 2 ** 45 + 1, Number.MAX_SAFE_INTEGER]
    const writer = new NumberWriter()
    for (const number of numbers) writer.number(number)
    const reader = new NumberReader(writer.take())
    expect(numbers.map(() => reader.number())).to.deep.equal(numbers)
  })

  it('take a byte for each 7 bits (LEB128)', () => {
    const writer = new NumberWriter()
    writer.number(300)
    expect([...writer.take()]).to.deep.equal([0xac, 0x02])
    expect(writer.take()).to.have.length(0)
  })

  it('may be missing, and have bytes among them', () => {
    const writer = new NumberWriter()
    writer.optional(null)
    writer.optional(0)
    writer.bytes(Buffer.from('abc'))
    writer.bytes(new Uint8Array(10_000).fill(7))
    writer.number(5)
    const reader = new NumberReader(writer.take())
    expect([reader.optional(), reader.optional()]).to.deep.equal([null, 0])
    expect(Buffer.from(reader.bytes()).toString()).to.equal('abc')
    expect(reader.bytes()).to.deep.equal(new Uint8Array(10_000).fill(7))
    expect(reader.number()).to.equal(5)
  })
})
