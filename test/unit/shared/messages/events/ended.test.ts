import { expect } from 'chai'
import { endedOf, endedRecord } from '#shared/messages/events/ended.ts'
import { asRead } from '../log-record.ts'

const place = { topic: 'result.metadata', partition: 3, offset: 2 ** 40 }

describe('the end of an inspection as a record', () => {
  for (const [title, ended] of Object.entries({
    'with an outcome': { id: 'b.7', place },
    'without an outcome': { id: 'ü"\n', place: null },
    'news of its host': { id: 'b.7', place: null, restsUntil: 2 ** 40 },
  }))
    it(`is read as it was written: ${title}`, () => {
      const record = endedRecord(5, ended)
      expect(record).to.include({ topic: 'frontier.ended', partition: 5 })
      expect(endedOf(asRead(record))).to.deep.equal(ended)
    })

  it('has the names of id and place, and nothing else', () => {
    const value = String(endedRecord(0, { id: 'b.7', place }).value)
    expect(value).to.equal(
      '{"id":"b.7","place":{"topic":"result.metadata","partition":3,"offset":1099511627776}}',
    )
  })

  for (const [title, value] of Object.entries({
    'no value': null,
    'no JSON': '{"id":"b.7"',
    'no object': '[]',
    'no id': JSON.stringify({ place }),
    'an empty id': JSON.stringify({ id: '', place }),
    'no place': JSON.stringify({ id: 'b.7' }),
    'a place without an offset': JSON.stringify({ id: 'b.7', place: { ...place, offset: undefined } }),
    'a place before the first': JSON.stringify({ id: 'b.7', place: { ...place, offset: -1 } }),
    'a rest that is no time': JSON.stringify({ id: 'b.7', place: null, restsUntil: 'soon' }),
    'a topic of no outcomes': JSON.stringify({ id: 'b.7', place: { ...place, topic: 'page.fetched.batch' } }),
  }))
    it(`is not read from a record with ${title}`, () => {
      expect(endedOf({ value: value === null ? null : Buffer.from(value) })).to.equal(null)
    })
})
