import { expect } from 'chai'
import { decodeCursor, encodeCursor } from '#gateway/routes/events/stream-cursor.ts'

describe('stream-cursor', () => {
  const examples: readonly (readonly [string, readonly (number | undefined)[]])[][] = [
    [],
    [['result.metadata', [0]]],
    [
      ['result.snapshot', [35]],
      ['result.metadata', [36, 0, 7]],
      ['inspection.failed', [undefined, 2 ** 40]],
    ],
  ]
  for (const positions of examples) {
    it(`encodes ${positions.length} positions and needs no escaping in a query or header`, () => {
      const cursor = encodeCursor(new Map(positions))
      expect(cursor).to.match(/^[\w.]+$/)
      expect([...(decodeCursor(cursor) ?? [])]).to.have.deep.members(positions)
    })
  }

  it('contains only its topics', () => {
    expect(decodeCursor('1')?.size).to.equal(0)
    expect(decodeCursor('1..a')).to.deep.equal(new Map([['result.metadata', [10]]]))
  })

  it('has the offsets of the partitions of a topic, and one for the only one', () => {
    expect(encodeCursor(new Map([['result.metadata', [10]]]))).to.equal('1..a....')
    expect(encodeCursor(new Map([['result.metadata', [10, 0, 36]]]))).to.equal('1..a_0_10....')
    expect(decodeCursor('1..a__10')).to.deep.equal(new Map([['result.metadata', [10, undefined, 36]]]))
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
    '1._',
    '1.1_zzzzzzzzzzz',
    '1.1-2',
    `1.${'1_'.repeat(4095)}1`,
    '1.1\n',
  ]) {
    it(`is not: ${JSON.stringify(text)}`, () => expect(decodeCursor(text)).to.equal(null))
  }
})
