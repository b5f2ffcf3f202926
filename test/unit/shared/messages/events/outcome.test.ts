import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { fromRecord } from '#shared/messages/events/cloud-event.ts'
import { type Inspection, withTiming } from '#shared/messages/events/inspection.ts'
import {
  failureOutcome,
  outcomeFromText,
  outcomeOf,
  outcomeRecord,
  outcomeToText,
  resultOutcome,
  resultText,
} from '#shared/messages/events/outcome.ts'
import { asRead } from '../log-record.ts'

const inspection: Inspection = {
  id: 'x'.repeat(1024),
  operation: 'metadata',
  lane: 'batch',
  parameters: { url: 'https://Shop.example:8443/ü?q=1', fields: 'basic' },
  url: 'https://Shop.example:8443/ü?q=1',
  expiresAt: 1_893_456_000_000,
  traceparent: null,
  timing: 'fetch;dur=12.3',
}

describe('outcome', () => {
  const result = resultOutcome(inspection, '{"title":"a\\nb"}')
  const failure = failureOutcome(inspection, 'fetch', new Failure('TIMEOUT', 'slow', { details: { a: 1 } }))

  it('does not say how hosts were treated', () => {
    const polite = { ...inspection, politeness: 'delay=5' }
    expect(outcomeRecord(polite, result).headers).to.not.have.property('ce_politeness')
  })

  it('holds the request and the result of an inspection', () => {
    expect(result.topic).to.equal('result.metadata')
    expect(JSON.parse(result.json)).to.deep.equal({
      operation: 'metadata',
      parameters: inspection.parameters,
      url: inspection.url,
      result: { title: 'a\nb' },
    })
  })

  it('marks a result that is about a challenge and not the page', () => {
    expect(outcomeRecord(inspection, walled).headers).to.include({ ce_blocked: 'challenge' })
    expect(outcomeRecord(inspection, result).headers).not.to.have.property('ce_blocked')
  })

  it('is a failure as the operation reports it', () => {
    expect(failure.topic).to.equal('inspection.failed')
    expect(JSON.parse(failure.json)).to.deep.equal({
      operation: 'metadata',
      parameters: inspection.parameters,
      url: inspection.url,
      stage: 'fetch',
      code: 'TIMEOUT',
      status: 500,
      message: 'slow',
      details: { a: 1 },
    })
  })

  it('is a failure also for a request without an operation', () => {
    const unknown = { ...inspection, operation: null, parameters: null, url: '' }
    const { json } = failureOutcome(unknown, 'fetch', new Failure('VALIDATION_ERROR', 'no'))
    expect(JSON.parse(json)).to.include({ operation: null, code: 'VALIDATION_ERROR', status: 400 })
  })

  const walled = resultOutcome(inspection, '{}', { blocked: 'challenge' })
  const placed = { ...result, factsAt: { partition: 3, offset: 2 ** 40 } }
  const numbered = { ...failure, sequence: '1764522000000001' }
  for (const [title, outcome] of Object.entries({ result, failure, walled, placed, numbered })) {
    it(`survives a round trip through an event: ${title}`, () => {
      const record = asRead(outcomeRecord(inspection, outcome))
      const header = (name: string) => record.headers[name]?.toString()
      expect(record.key?.toString()).to.equal('shop.example')
      expect(header('ce_subject')).to.equal(inspection.id)
      expect(header('ce_type')).to.equal(`${outcome.topic}.v1`)
      expect(header('ce_lane')).to.equal('batch')
      const decoded = fromRecord(record)
      if ('reason' in decoded) throw new Error(decoded.reason)
      const { resultAt: _, ...published } = outcome
      expect(outcomeOf(record, decoded.event)).to.deep.equal(published)
    })

    it(`survives a round trip through its text: ${title}`, () => {
      expect(outcomeFromText(outcomeToText(outcome))).to.deep.equal(outcome)
    })
  }

  it('gives the text of its result as the stage wrote it', () => {
    expect(resultText(outcomeFromText(outcomeToText(result)))).to.equal('{"title":"a\\nb"}')
  })

  for (const [writer, json] of Object.entries({
    'an earlier version': result.json,
    'another producer': '{ "result": {"title": "a\\nb"}, "operation": "metadata", "more": 1 }',
  }))
    it(`gives the text of the result that ${writer} wrote`, () => {
      expect(resultText({ json })).to.equal('{"title":"a\\nb"}')
    })

  it('has one event id, for any content and number of publications', () => {
    const ids = [result, failure, result].map((one) => asRead(outcomeRecord(inspection, one)).headers.ce_id)
    expect(new Set(ids.map(String)).size).to.equal(1)
  })

  it('has its sequence in each publication', () => {
    const texts = [numbered, outcomeFromText(outcomeToText(numbered))]
    const sequences = texts.map((one) => outcomeRecord(inspection, one).headers.ce_sequence)
    expect(sequences).to.deep.equal(['1764522000000001', '1764522000000001'])
    expect(outcomeRecord(inspection, result).headers).not.to.have.property('ce_sequence')
  })

  it('survives a round trip by reference, with a small value in its place', () => {
    const light = {
      ...result,
      json: '{"url":"u","dataref":"http://x/bodies/y.json"}',
      dataref: 'http://x/bodies/y.json',
    }
    const record = outcomeRecord(inspection, light)
    expect([record.value, record.headers.ce_dataref]).to.deep.equal([light.json, light.dataref])
    const decoded = fromRecord(asRead(record))
    if ('reason' in decoded) throw new Error(decoded.reason)
    expect(outcomeOf(asRead(record), decoded.event)).to.include({ json: light.json, dataref: light.dataref })
  })

  it('survives a round trip by reference in the form of earlier versions, without a value', () => {
    const light = { ...result, json: '', dataref: 'http://x/bodies/y.json' }
    expect(outcomeFromText(outcomeToText(light))).to.deep.equal(light)
    const record = outcomeRecord(inspection, light)
    expect([record.value, record.headers.ce_dataref]).to.deep.equal([null, 'http://x/bodies/y.json'])
  })

  it('has no key where the target has no host', () => {
    for (const url of ['', 'nowhere', 'mailto:x@y', `http://${'a'.repeat(300)}/`]) {
      expect(outcomeRecord({ ...inspection, url }, failure).key).to.equal('')
    }
  })

  it('fits its topic, whatever a producer sent', () => {
    const url = `http://${'a.'.repeat(200_000)}example/`
    const { key, headers } = outcomeRecord({ ...inspection, url }, failure)
    const bytes = [key, ...Object.values(headers)].map((one) => Buffer.byteLength(one ?? ''))
    expect(bytes.reduce((sum, one) => sum + one)).to.be.below(16_384)
  })

  it('appends the durations of the steps in Server-Timing syntax', () => {
    const twice = withTiming(withTiming({ ...inspection, timing: '' }, 'fetch', 12.345), 'extract', 0)
    expect(twice.timing).to.equal('fetch;dur=12.3, extract;dur=0.0')
  })
})
