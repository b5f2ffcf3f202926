import { expect } from 'chai'
import { fieldTokens, fieldValue, headerFields } from '#stages/fetch/http/message/header-fields.ts'

describe('headerFields', () => {
  it('groups the values of a name in order', () => {
    const fields = headerFields(['A', '1', 'b', '2', 'a', '3'])
    expect({ ...fields }).to.deep.equal({ a: ['1', '3'], b: ['2'] })
    expect(fieldValue(fields, 'a')).to.equal('1, 3')
    expect(fieldValue(fields, 'c')).to.equal(null)
  })

  it('has no names that were not sent', () => {
    expect(fieldValue(headerFields([]), 'constructor')).to.equal(null)
  })

  it('splits lists', () => {
    const fields = headerFields(['a', ' X , ,y', 'a', 'z,'])
    expect(fieldTokens(fields, 'a')).to.deep.equal(['x', 'y', 'z'])
    expect(fieldTokens(fields, 'b')).to.deep.equal([])
  })
})
