import { expect } from 'chai'
import { deadLetterRecord } from '#shared/messages/events/dead-letter.ts'

describe('dead-letter', () => {
  const record = {
    topic: 'page.fetched.batch',
    partition: 3,
    offset: 2 ** 40,
    key: Buffer.from([0xff]),
    value: Buffer.from([0, 1]),
    headers: { pp_reason: Buffer.from('a lie'), 'x-y': Buffer.from([0x80]), '': Buffer.alloc(0) },
    timestamp: 5,
  }

  it('keeps key, value and headers, and adds reason and position', () => {
    const { topic, key, value, headers } = deadLetterRecord(record, 'unreadable')
    expect({ topic, key, value }).to.deep.equal({
      topic: 'dead-letter',
      key: record.key,
      value: record.value,
    })
    expect(headers).to.deep.equal({
      'x-y': Buffer.from([0x80]),
      '': Buffer.alloc(0),
      pp_reason: 'unreadable',
      pp_topic: 'page.fetched.batch',
      pp_partition: '3',
      pp_offset: '1099511627776',
    })
  })

  it('does not change the record', () => {
    deadLetterRecord(record, 'unreadable')
    expect(record.headers.pp_reason).to.deep.equal(Buffer.from('a lie'))
  })
})
