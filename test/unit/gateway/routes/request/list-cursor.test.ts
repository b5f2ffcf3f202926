import { expect } from 'chai'
import { decodeListCursor, encodeListCursor } from '#gateway/routes/request/list-cursor.ts'

describe('list-cursor', () => {
  it('encodes its position behind a version', () => {
    expect(encodeListCursor(36)).to.equal('1.10')
    for (const place of [1, 35, 36, 1_000_000, 2 ** 50])
      expect(decodeListCursor(encodeListCursor(place))).to.equal(place)
  })

  for (const text of [
    '',
    '1',
    '1.',
    '36',
    '2.10',
    '1.A',
    '1.-1',
    '1.1.1',
    '1.10 ',
    ' 1.10',
    '1.zzzzzzzzzzz',
  ]) {
    it(`is not "${text}"`, () => expect(decodeListCursor(text)).to.equal(null))
  }
})
