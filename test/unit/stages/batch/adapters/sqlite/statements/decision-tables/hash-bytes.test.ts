import { expect } from 'chai'
import { bytesOf } from '#stages/batch/adapters/sqlite/statements/decision-tables.ts'

describe('bytesOf', () => {
  it('returns the bytes of hexadecimal digits', () => {
    expect([...bytesOf('00ff10')]).to.deep.equal([0, 255, 16])
  })
})
