import { expect } from 'chai'
import { CloudEvent } from 'cloudevents'
import { toJsonEvent } from '#gateway/routes/events/event-json.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import { outcome } from './event-records.ts'

function inLog({ topic, key, value, headers }: NewRecord): LogRecord {
  const bytes = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])
  const place = { topic, partition: 0, offset: 0, timestamp: 0 }
  return {
    ...place,
    key: Buffer.from(key ?? ''),
    value: value === null ? null : Buffer.from(value),
    headers: Object.fromEntries(bytes),
  }
}

const line = (record: NewRecord) => toJsonEvent(inLog(record))?.json('1.a') ?? ''

describe('event-json', () => {
  it('is a CloudEvent in the JSON format with its cursor, for the SDK', () => {
    const more = { ce_lane: 'batch', ce_partitionkey: 'shop.example', ce_timing: 'fetch;dur=3.2' }
    const json = JSON.parse(line(outcome('result.metadata', 'x', { result: { title: 'Ä\u2028' } }, more)))
    const event = new CloudEvent(json)
    expect(event.validate()).to.equal(true)
    expect(event).to.include({
      ...{ specversion: '1.0', id: 'x:outcome', source: '/pageprobe', type: 'result.metadata.v1' },
      ...{ subject: 'x', time: '2026-11-22T05:29:58.762Z', datacontenttype: 'application/json' },
      ...{ lane: 'batch', partitionkey: 'shop.example', timing: 'fetch;dur=3.2', cursor: '1.a' },
    })
    expect(event.data).to.deep.equal({ result: { title: 'Ä\u2028' } })
  })

  it('has no data when the event references it, and no empty attribute', () => {
    const more = { ce_dataref: 'https://probe.example/bodies/0.json', ce_partitionkey: '' }
    const json = JSON.parse(line(outcome('result.metadata', 'x', null, more)))
    expect(json).to.include({ dataref: 'https://probe.example/bodies/0.json' })
    expect(json).not.to.have.any.keys('data', 'partitionkey')
  })

  it('is one line, however its value is formatted', () => {
    const record = { ...outcome('result.metadata', 'x'), value: '{\r\n "a": "\\n"\n}' }
    expect(line(record)).not.to.match(/[\r\n]/)
    expect(JSON.parse(line(record)).data).to.deep.equal({ a: '\n' })
  })

  it('is null for a record without an id', () => {
    const { ce_id: _, ...headers } = outcome('result.metadata', 'x').headers
    expect(toJsonEvent(inLog({ ...outcome('result.metadata', 'x'), headers }))).to.equal(null)
  })
})
