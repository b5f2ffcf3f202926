import { expect } from 'chai'
import { endedOf, endedRecord } from '#shared/messages/payloads/ended.ts'
import { asRead } from '../log-record.ts'

describe('the end of an interactive inspection', () => {
  const result = { topic: 'result.metadata', json: '{"result":{}}' }

  it('names the inspection, which is the key, the topic of its outcome and the time, not the result', () => {
    const before = Date.now()
    const record = endedRecord('one', result)
    expect([record.topic, record.key]).to.deep.equal(['ended.interactive', 'one'])
    const ended = endedOf(asRead(record))
    expect(ended).to.include({ id: 'one', topic: 'result.metadata', code: null })
    expect(ended?.at).to.be.within(before, Date.now())
    expect(String(record.value).length).to.be.lessThan(100)
  })

  it('has the code of a failure', () => {
    const code = (json: string) =>
      endedOf(asRead(endedRecord('one', { topic: 'inspection.failed', json })))?.code
    expect(code('{"code":"TIMEOUT","message":"x"}')).to.equal('TIMEOUT')
    expect(['', 'null', '{}'].map(code)).to.deep.equal(Array(3).fill('INTERNAL_ERROR'))
  })

  it('is not in the future', () => {
    const value = Buffer.from(JSON.stringify({ id: 'a', topic: 't', at: Date.now() + 60_000, code: null }))
    expect(endedOf({ value })?.at).to.be.at.most(Date.now())
  })

  for (const value of [
    ...[null, '', 'text', '[]', '1', '{"id":"","topic":"t","at":1}', '{"id":"a","topic":"t"}'],
    ...['{"id":"a","at":1}', '{"id":"a","topic":"t","at":"1"}', '{"id":"a","topic":"t","at":1,"code":1}'],
  ])
    it(`is none in what anybody wrote: ${value}`, () =>
      expect(endedOf({ value: value === null ? null : Buffer.from(value) })).to.equal(null))
})
