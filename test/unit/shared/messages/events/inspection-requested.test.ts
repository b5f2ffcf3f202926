import { expect } from 'chai'
import { Failure, type Problem } from '#shared/errors.ts'
import { type CloudEvent, fromRecord } from '#shared/messages/events/cloud-event.ts'
import {
  describeRequest,
  type InspectionRequested,
  parseRequest,
  requestRecord,
} from '#shared/messages/events/inspection-requested.ts'
import { asRead } from '../log-record.ts'

const good = '{"operation":"metadata","parameters":{"url":"http://shop.example/"}}'

function eventOf(json: string | null, attributes = {}, type = 'inspection.requested.v1'): CloudEvent {
  return { id: 'i', source: '/feeder', type, subject: 'other', key: '', attributes, json }
}

function failureOf(event: CloudEvent): Failure {
  try {
    parseRequest(event, 'batch')
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('was accepted')
}

const pathsOf = ({ details }: Failure) => (details as readonly Problem[]).map(({ path }) => path.join('.'))

describe('inspection-requested', () => {
  const request: InspectionRequested = {
    id: '7b',
    operation: 'metadata',
    lane: 'interactive',
    parameters: {
      url: 'HTTP://Shop.example:8080/ü',
      fields: 'basic',
      device: 'mobile',
      max_images: 1,
      max_links: 2,
    },
    url: 'HTTP://Shop.example:8080/ü',
    expiresAt: Date.parse('2030-01-02T03:04:05.678Z'),
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    timing: '',
  }

  it('survives a round trip through a record', () => {
    const record = asRead(requestRecord(request))
    expect([record.topic, record.key?.toString()]).to.deep.equal(['inspection.requested.interactive', '7b'])
    expect(record.headers.ce_type?.toString()).to.equal('inspection.requested.v1')
    expect(record.headers.ce_expirytime?.toString()).to.equal('2030-01-02T03:04:05.678Z')
    const decoded = fromRecord(record)
    if ('reason' in decoded) throw new Error(decoded.reason)
    expect(parseRequest(decoded.event, 'interactive')).to.deep.equal(request)
  })

  it('takes the id of the event, whatever its subject says, and fills in defaults', () => {
    expect(parseRequest(eventOf(good), 'batch')).to.deep.equal({
      id: 'i',
      operation: 'metadata',
      lane: 'batch',
      parameters: {
        url: 'http://shop.example/',
        fields: 'all',
        device: 'desktop',
        max_images: 25,
        max_links: 100,
      },
      url: 'http://shop.example/',
      expiresAt: null,
      traceparent: null,
      timing: '',
    })
  })

  it('describes an event once for each lane', () => {
    const event = eventOf(good)
    const outline = describeRequest(event, 'batch')
    expect(describeRequest(event, 'batch')).to.equal(outline)
    expect(describeRequest(event, 'interactive')).to.deep.equal({ ...outline, lane: 'interactive' })
    expect(describeRequest(event, 'batch')).to.deep.equal(outline)
    expect(describeRequest(eventOf('{}'), 'batch').url).to.equal('')
  })

  it('takes numbers as JSON numbers or as texts', () => {
    for (const ten of ['10', '"10"']) {
      const json = `{"operation":"metadata","parameters":{"url":"http://a.example/","max_links":${ten}}}`
      expect(parseRequest(eventOf(json), 'batch').parameters.max_links).to.equal(10)
    }
  })

  const wrong: [title: string, event: CloudEvent, paths: string[]][] = [
    ['no value', eventOf(null), ['data']],
    ['a value that is no JSON', eventOf('{'), ['data']],
    ['a source of 1,025 bytes', { ...eventOf(good), source: `${'ü'.repeat(512)}x` }, ['source']],
    ['a list', eventOf('[]'), ['data']],
    ['null', eventOf('null'), ['data']],
    ['a text', eventOf('"metadata"'), ['data']],
    ['an empty object', eventOf('{}'), ['operation']],
    ['an unknown operation', eventOf('{"operation":"translate"}'), ['operation']],
    ['an operation of the prototype', eventOf('{"operation":"constructor"}'), ['operation']],
    ['an operation that is no text', eventOf('{"operation":["metadata"]}'), ['operation']],
    ['no parameters', eventOf('{"operation":"metadata"}'), ['url']],
    ['parameters that are a list', eventOf('{"operation":"metadata","parameters":[]}'), ['']],
    ['another type', eventOf(good, {}, 'result.metadata.v1'), ['type']],
    ['another version', eventOf(good, {}, 'inspection.requested.v2'), ['type']],
    ['no type', eventOf(good, {}, ''), ['type']],
    ['an expiry that is no time', eventOf(good, { expirytime: 'tomorrow' }), ['expirytime']],
    ['an expiry that is a number', eventOf(good, { expirytime: '5' }), ['expirytime']],
    ['an expiry that is a date', eventOf(good, { expirytime: '2030-01-01' }), ['expirytime']],
    ['an expiry without zone', eventOf(good, { expirytime: '2030-01-01T00:00:00' }), ['expirytime']],
    [
      'an expiry of a day that is none',
      eventOf(good, { expirytime: '2030-13-01T00:00:00Z' }),
      ['expirytime'],
    ],
    [
      'two at once',
      eventOf('{"operation":"x"}', { expirytime: '' }, 'y'),
      ['type', 'expirytime', 'operation'],
    ],
  ]
  for (const [title, event, paths] of wrong) {
    it(`refuses ${title} with VALIDATION_ERROR`, () => {
      const failure = failureOf(event)
      expect(failure.code).to.equal('VALIDATION_ERROR')
      expect(pathsOf(failure)).to.deep.equal(paths)
      for (const { message, expected, received } of failure.details as readonly Problem[]) {
        expect([message, expected, received].every((one) => typeof one === 'string')).to.equal(true)
      }
    })
  }

  it('names every problem of the parameters', () => {
    const json = '{"operation":"metadata","parameters":{"url":"ftp://x","device":"tv","max_links":0,"x":1}}'
    expect(pathsOf(failureOf(eventOf(json)))).to.have.members(['url', 'device', 'max_links', 'x'])
  })

  for (const time of [
    '2030-01-01T00:00:00Z',
    '2030-01-01t00:00:00.123456789z',
    '2030-01-01T02:00:00+02:00',
  ]) {
    it(`takes an expiry in any form of RFC 3339: ${time}`, () => {
      const { expiresAt } = parseRequest(eventOf(good, { expirytime: time }), 'batch')
      expect(Math.floor((expiresAt ?? 0) / 1000)).to.equal(1_893_456_000)
    })
  }

  it('accepts valid trace contexts only', () => {
    const id = '4bf92f3577b34da6a3ce929d0e0e4736'
    const traces = ['x', `00-${id}-00f067aa0ba902b7-01\r\nx: y`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`]
    for (const traceparent of traces) {
      expect(parseRequest(eventOf(good, { traceparent }), 'batch').traceparent).to.equal(null)
    }
  })

  describe('description', () => {
    it('describes an invalid request', () => {
      const json = '{"operation":"metadata","parameters":{"url":"nowhere","x":[1]}}'
      expect(describeRequest(eventOf(json), 'batch')).to.deep.include({
        id: 'i',
        operation: 'metadata',
        parameters: { url: 'nowhere', x: [1] },
        url: 'nowhere',
      })
    })

    for (const json of [null, '{', '5', '{"parameters":"x"}', '{"operation":5,"parameters":{"url":5}}']) {
      it(`never throws: ${json}`, () => {
        expect(describeRequest(eventOf(json), 'batch')).to.deep.include({ id: 'i', operation: null, url: '' })
      })
    }

    it('can be serialized, however deep the value nests', () => {
      const json = `{"operation":"metadata","parameters":${'['.repeat(1e5)}${']'.repeat(1e5)}}`
      expect(() => JSON.stringify(describeRequest(eventOf(json), 'batch'))).not.to.throw()
      expect(failureOf(eventOf(json)).code).to.equal('VALIDATION_ERROR')
    })
  })
})
