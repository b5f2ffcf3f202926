import { expect } from 'chai'
import { Kafka, type KafkaMessage, CloudEvent as SdkEvent } from 'cloudevents'
import { type CloudEvent, fromRecord, toRecord } from '#shared/messages/events/cloud-event.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { asRead } from '../log-record.ts'

const TOPIC = 'inspection.requested.batch'
const binary = { ce_specversion: '1.0', ce_id: 'i', ce_source: '/s', ce_type: 't' }

function recordOf(headers: Record<string, Buffer | string>, value: Buffer | string | null = '{}'): LogRecord {
  return asRead({ topic: TOPIC, key: null, value, headers })
}

function structured(value: Buffer | string, contentType = 'application/cloudevents+json'): LogRecord {
  return recordOf({ 'content-type': contentType }, value)
}

function eventOf(record: LogRecord): CloudEvent {
  const decoded = fromRecord(record)
  if ('reason' in decoded) throw new Error(decoded.reason)
  return decoded.event
}

function reasonOf(record: LogRecord): string {
  const decoded = fromRecord(record)
  return 'reason' in decoded ? decoded.reason : 'none: it is an event'
}

/** What the SDK would send, as a log hands it out. */
function sent({ headers, key, value }: KafkaMessage<unknown>): LogRecord {
  const entries = Object.entries(headers as Record<string, unknown>).filter(([, one]) => one !== undefined)
  return asRead({
    topic: TOPIC,
    key: (key as string | undefined) ?? null,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    headers: Object.fromEntries(entries.map(([name, one]) => [name, String(one)])),
  })
}

const sdkEvent = new SdkEvent({
  id: 'a-1',
  source: '/feeder/x',
  type: 'inspection.requested.v1',
  subject: 'sömebody',
  time: '2026-01-02T03:04:05.678Z',
  datacontenttype: 'application/json',
  partitionkey: 'shop.example',
  expirytime: '2026-01-02T04:00:00Z',
  data: { operation: 'metadata', parameters: { url: 'http://shop.example/ü?a=1&b=😀' } },
})

describe('cloud-event', () => {
  describe('beside the SDK of the CloudEvents project', () => {
    for (const mode of ['binary', 'structured'] as const) {
      it(`reads what it sends in ${mode} mode`, () => {
        const event = eventOf(sent(Kafka[mode](sdkEvent) as KafkaMessage<unknown>))
        const { id, source, type, subject, key, attributes, json } = event
        expect({ id, source, type, subject, key }).to.deep.equal({
          id: 'a-1',
          source: '/feeder/x',
          type: 'inspection.requested.v1',
          subject: 'sömebody',
          key: 'shop.example',
        })
        expect(attributes).to.include({
          time: '2026-01-02T03:04:05.678Z',
          expirytime: '2026-01-02T04:00:00Z',
        })
        expect(JSON.parse(json ?? '')).to.deep.equal(sdkEvent.data)
      })
    }

    it('writes what it reads', () => {
      const event = eventOf(sent(Kafka.binary(sdkEvent) as KafkaMessage<unknown>))
      const record = asRead(toRecord(TOPIC, event))
      const headers = Object.entries(record.headers).map(([name, value]) => [name, value.toString()])
      const read = Kafka.toEvent({
        headers: Object.fromEntries(headers),
        key: record.key?.toString(),
        value: record.value,
      } as unknown as KafkaMessage<unknown>) as SdkEvent<unknown>
      const { id, source, type, subject, time, partitionkey, expirytime, specversion, datacontenttype } = read
      expect({
        id,
        source,
        type,
        subject,
        time,
        partitionkey,
        expirytime,
        specversion,
        datacontenttype,
      }).to.deep.equal({
        id: 'a-1',
        source: '/feeder/x',
        type: 'inspection.requested.v1',
        subject: 'sömebody',
        time: '2026-01-02T03:04:05.678Z',
        partitionkey: 'shop.example',
        expirytime: '2026-01-02T04:00:00Z',
        specversion: '1.0',
        datacontenttype: 'application/json',
      })
      expect(read.data).to.deep.equal(sdkEvent.data)
    })

    it('writes no attribute whose name the specification forbids', () => {
      const names = Object.keys(toRecord(TOPIC, eventOf(recordOf(binary))).headers)
      expect(names.filter((name) => !/^(ce_[a-z0-9]+|content-type)$/.test(name))).to.deep.equal([])
    })
  })

  it('keeps the value byte for byte', () => {
    const value = '{ "b":1.0,\n"a":"\\u00fc ü" }'
    expect(toRecord(TOPIC, eventOf(recordOf(binary, value))).value).to.equal(value)
  })

  it('uses the id as subject without one', () => {
    expect(eventOf(recordOf(binary)).subject).to.equal('i')
  })

  it('takes data that is base64 in structured mode', () => {
    const base64 = Buffer.from('{"url":"ü"}').toString('base64')
    const value = `{"specversion":"1.0","id":"i","source":"/s","type":"t","data_base64":"${base64}"}`
    expect(eventOf(structured(value)).json).to.equal('{"url":"ü"}')
  })

  it('takes the media type of structured mode in any case and with parameters', () => {
    const value = '{"specversion":"1.0","id":"i","source":"/s","type":"t"}'
    for (const type of ['Application/CloudEvents+JSON', 'application/cloudevents+json; charset=utf-8']) {
      expect(eventOf(structured(value, type)).id).to.equal('i')
    }
  })

  it('distinguishes null data from none', () => {
    const head = '{"specversion":"1.0","id":"i","source":"/s","type":"t"'
    expect(eventOf(structured(`${head},"data":null}`)).json).to.equal('null')
    expect(eventOf(structured(`${head}}`)).json).to.equal(null)
    expect(eventOf(recordOf(binary, null)).json).to.equal(null)
  })

  it('reads scalar attributes as texts, and ignores others', () => {
    const value =
      '{"specversion":"1.0","id":"i","source":"/s","type":"t","n":5,"b":true,"o":{"a":1},"z":null,"__proto__":"p"}'
    expect(eventOf(structured(value)).attributes).to.deep.equal({ n: '5', b: 'true' })
  })

  it('ignores headers that are not its own, and reads names in any case', () => {
    const headers = { ...binary, traceparent: 'x', id: 'other', ce_Lane: 'batch', '': 'y' }
    const event = eventOf(recordOf(headers))
    expect([event.id, event.attributes]).to.deep.equal(['i', { lane: 'batch' }])
  })

  it('does not reach the prototype', () => {
    const event = eventOf(recordOf({ ...binary, ce___proto__: 'x', ce_constructor: 'y' }))
    expect(Object.getPrototypeOf(event.attributes)).to.equal(Object.prototype)
    expect(({} as Record<string, unknown>).x).to.equal(undefined)
  })

  const noEvents: [title: string, record: LogRecord][] = [
    ['nothing at all', recordOf({}, null)],
    ['no id', recordOf({ ...binary, ce_id: '' })],
    ['no version', recordOf({ ce_id: 'i', ce_source: '/s', ce_type: 't' })],
    ['version 0.3', recordOf({ ...binary, ce_specversion: '0.3' })],
    ['version 1', recordOf({ ...binary, ce_specversion: '1' })],
    ['an id of 1,025 bytes', recordOf({ ...binary, ce_id: 'x'.repeat(1025) })],
    ['an id of 513 characters of two bytes', recordOf({ ...binary, ce_id: 'ü'.repeat(513) })],
    ['an id that is no UTF-8', recordOf({ ...binary, ce_id: Buffer.from([0x61, 0xff]) })],
    ['headers of another case', recordOf({ CE_ID: 'i', CE_SPECVERSION: '1.0' })],
    ['a structured event that is no JSON', structured('{')],
    ['a structured event that is empty', structured('')],
    ['a structured event that is a list', structured('[]')],
    ['a structured event that is null', structured('null')],
    ['a structured event that is no UTF-8', structured(Buffer.from('{"id":"\xff"}', 'latin1'))],
    ['a structured event without id', structured('{"specversion":"1.0","source":"/s","type":"t"}')],
    ['a structured event of version 1.0 as a number', structured('{"specversion":1.0,"id":"i"}')],
    [
      'a structured event that nests without end',
      structured(`{"data":${'['.repeat(1e5)}${']'.repeat(1e5)}}`),
    ],
    ['a batch of events', structured('[]', 'application/cloudevents-batch+json')],
  ]
  for (const [title, record] of noEvents) {
    it(`is rejected with a reason: ${title}`, () =>
      expect(reasonOf(record)).to.match(/./).and.not.match(/^none/))
  }

  it('accepts ids of 1,024 bytes, and with the name of a step on later topics', () => {
    const id = 'x'.repeat(1024)
    expect(eventOf(recordOf({ ...binary, ce_id: id })).id).to.equal(id)
    const later = { ...recordOf({ ...binary, ce_id: `${id}:extracted` }), topic: 'page.extracted.batch' }
    expect(eventOf(later).id).to.equal(`${id}:extracted`)
  })

  it('has no value for bytes that are not UTF-8', () => {
    expect(eventOf(recordOf(binary, Buffer.from('{"url":"\xff"}', 'latin1'))).json).to.equal(null)
  })

  it('keeps NUL and other control characters', () => {
    const event = eventOf(recordOf({ ...binary, ce_id: 'a\u0000b' }, '{"a":"\u0000"}'))
    expect([event.id, event.json]).to.deep.equal(['a\u0000b', '{"a":"\u0000"}'])
    expect(asRead(toRecord(TOPIC, event)).headers.ce_id).to.deep.equal(Buffer.from('a\u0000b'))
  })
})
