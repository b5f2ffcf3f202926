import { expect } from 'chai'
import { restingOf, restingRecord } from '#shared/messages/payloads/host-resting.ts'
import { asRead } from '../log-record.ts'

describe('news of a host that rests', () => {
  it('name the inspection and the end of the cooldown, with the host as key', () => {
    const record = restingRecord({ id: 'a.1', url: 'http://Slow.example/x' }, 1_893_456_000_000)
    expect([record.topic, record.key]).to.deep.equal(['host.resting', 'slow.example'])
    expect(record.value).to.equal('{"id":"a.1","until":1893456000000}')
    expect(restingOf(asRead(record))).to.deep.equal({ id: 'a.1', until: 1_893_456_000_000 })
  })

  for (const value of [null, '', 'text', '[]', '{"id":"","until":1}', '{"id":"a"}', '{"id":"a","until":-1}'])
    it(`are none in what anybody wrote: ${value}`, () =>
      expect(restingOf({ value: value === null ? null : Buffer.from(value) })).to.equal(null))
})
