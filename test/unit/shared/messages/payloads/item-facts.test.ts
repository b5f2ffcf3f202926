import { expect } from 'chai'
import {
  factsOf,
  factsPlaceFromText,
  factsPlaceToText,
  factsRecord,
} from '#shared/messages/payloads/item-facts.ts'
import { asRead } from '../log-record.ts'

const item = { id: 'a.1', url: 'https://Shop.example:8443/x' }

describe('facts of an item', () => {
  it('are in the topic of facts, with the host as key, as they were written', () => {
    const record = factsRecord(item, '{"title":"ü"}')
    expect([record.topic, record.key]).to.deep.equal(['item.facts', 'shop.example'])
    expect(factsOf(asRead(record), 'a.1')).to.equal('{"title":"ü"}')
  })

  it('are none of another item, and none in a record of something else', () => {
    expect(factsOf(asRead(factsRecord(item, '{}')), 'a.10')).to.equal(null)
    expect(factsOf({ headers: {}, value: Buffer.from('{}') }, 'a.1')).to.equal(null)
    expect(factsOf({ headers: { id: Buffer.from('a.1') }, value: null }, 'a.1')).to.equal(null)
  })

  it('have a place that is partition and offset', () => {
    const place = { partition: 11, offset: 2 ** 40 }
    expect(factsPlaceToText(place)).to.equal('11:1099511627776')
    expect(factsPlaceFromText('11:1099511627776')).to.deep.equal(place)
  })

  for (const text of [
    '',
    '1',
    '1:',
    ':1',
    '-1:1',
    '1:-1',
    '1:1:1',
    ' 1:1',
    '1:1.5',
    '1:1e3',
    `1:${'9'.repeat(16)}`,
  ])
    it(`are at no place that anybody wrote: ${JSON.stringify(text)}`, () =>
      expect(factsPlaceFromText(text)).to.equal(null))
})
