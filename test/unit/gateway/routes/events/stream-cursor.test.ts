import { expect } from 'chai'
import { decodeCursor, encodeCursor } from '#gateway/routes/events/stream-cursor.ts'

describe('stream-cursor', () => {
  for (const positions of [
    [],
    [['result.metadata', 0]],
    [
      ['result.snapshot', 35],
      ['result.metadata', 36],
      ['inspection.failed', 2 ** 40],
    ],
  ] as const) {
    it(`encodes ${positions.length} positions and needs no escaping in a query or header`, () => {
      const cursor = encodeCursor(new Map(positions))
      expect(cursor).to.match(/^[\w.]+$/)
      expect([...(decodeCursor(cursor) ?? [])]).to.have.deep.members(positions.map((one) => [...one]))
    })
  }

  it('contains only its topics', () => {
    expect(decodeCursor('1')?.size).to.equal(0)
    expect(decodeCursor('1..a')).to.deep.equal(new Map([['result.metadata', 10]]))
  })

  for (const text of [
    '',
    '0',
    '2.1',
    'end',
    '1.-1',
    '1.A',
    '1.1.1.1.1.1.1.1',
    '1.zzzzzzzzzzz',
    ' 1',
    '1.1\n',
  ]) {
    it(`is not: ${JSON.stringify(text)}`, () => expect(decodeCursor(text)).to.equal(null))
  }
})
