import { expect } from 'chai'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import {
  expiryOf,
  type Inspection,
  inspectionEvent,
  inspectionFromEvent,
  tenantIdOf,
  withTiming,
} from '#shared/messages/events/inspection.ts'
import { type Lane, lanes, workSteps, workTopic } from '#shared/messages/topics.ts'

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const inspection: Inspection = {
  ...{ id: 'x', operation: null, lane: 'batch', parameters: null, url: '', timing: '' },
  ...{ expiresAt: null, traceparent: null },
}
const eventWith = (attributes: Record<string, string>): CloudEvent => ({
  ...{ id: 'x:fetched', source: '', type: '', subject: 'x', key: '', json: null, attributes },
})

describe('inspection', () => {
  it('is written into the attributes of its events, and read from them', () => {
    const full = {
      ...inspection,
      ...{ expiresAt: 1_893_456_000_123, traceparent: TRACE, timing: 'fetch;dur=1.0', tenant: 'ab' },
    }
    const event = inspectionEvent(
      'page.fetched.batch',
      'x:fetched',
      { ...full, url: 'http://A.example/' },
      null,
    )
    expect(event).to.include({ id: 'x:fetched', subject: 'x', type: 'page.fetched.v2', key: 'a.example' })
    expect(event.attributes).to.include({ partitionkey: 'a.example', lane: 'batch' })
    expect(inspectionFromEvent(event, 'batch')).to.deep.equal(full)
    expect(inspectionFromEvent(eventWith({}), 'batch')).to.deep.equal(inspection)
  })

  const topicsOf = (lane: Lane) => workSteps.map((step) => workTopic(step, lane))
  const keysOf = (lane: Lane, topics: readonly string[]) =>
    topics.map((topic) => {
      const { key, attributes } = inspectionEvent(
        topic,
        'x:event',
        { ...inspection, lane, url: 'http://A.example:8080/' },
        null,
      )
      expect(attributes.partitionkey).to.equal(key)
      return key
    })

  it('has interactive work keyed by itself, so that the calls for one host are spread', () => {
    expect(keysOf('interactive', topicsOf('interactive'))).to.deep.equal(['x', 'x', 'x', 'x'])
  })

  it('has batch work keyed by the host', () => {
    expect(new Set(keysOf('batch', topicsOf('batch')))).to.deep.equal(new Set(['a.example']))
  })

  for (const lane of lanes) {
    it(`has outcomes of the ${lane} lane keyed by the host, by which they are ordered`, () => {
      const topics = [
        ...['result.snapshot', 'result.metadata', 'result.performance', 'result.seo-audit'],
        'inspection.failed',
      ]
      expect(new Set(keysOf(lane, topics))).to.deep.equal(new Set(['a.example']))
    })
  }

  it('adds the duration of each step to its timing', () => {
    const once = withTiming(inspection, 'fetch', 12.34)
    expect(withTiming(once, 'extract', 5).timing).to.equal('fetch;dur=12.3, extract;dur=5.0')
  })

  it('gives an owner the same id always, which does not tell who it is', () => {
    // The first 128 bits of SHA-256 of "abc" (FIPS 180-2, appendix B.1).
    expect(tenantIdOf('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223')
  })

  for (const [time, expected] of [
    ['2030-01-01T00:00:00Z', 1_893_456_000_000],
    ['2030-01-01t01:30:00.5+01:30', 1_893_456_000_500],
    ['2030-01-01', null],
    ['2030-01-01T00:00:00', null],
    ['2030-13-01T00:00:00Z', null],
    ['soon', null],
    ['', null],
  ] as const) {
    it(`reads the deadline ${time || '(none)'} by RFC 3339`, () => {
      expect(expiryOf(eventWith({ expirytime: time }))).to.equal(expected)
    })
  }

  for (const [traceparent, isValid] of [
    [TRACE, true],
    [TRACE.replace('00-', 'ff-'), false],
    [TRACE.replace(/-\w{32}-/, `-${'0'.repeat(32)}-`), false],
    [TRACE.replace(/-\w{16}-/, `-${'0'.repeat(16)}-`), false],
    [TRACE.toUpperCase(), false],
    [`${TRACE}-x`, false],
  ] as const) {
    it(`reads the trace ${traceparent} by W3C Trace Context`, () => {
      const read = inspectionFromEvent(eventWith({ traceparent }), 'batch').traceparent
      expect(read).to.equal(isValid ? traceparent : null)
    })
  }
})
