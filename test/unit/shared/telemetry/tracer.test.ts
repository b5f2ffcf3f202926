import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { errorLabel, noTracer, traceIdOf, withSpan } from '#shared/telemetry/tracer.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { recordingTracer } from './recording-tracer.ts'

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const about = { name: 'x', kind: 'client', attributes: {} } as const

describe('tracer', () => {
  it('passes the trace context on unchanged without traces', () => {
    expect(noTracer.startSpan(about, TRACEPARENT).traceparent).to.equal(TRACEPARENT)
    expect(noTracer.startSpan(about, null).traceparent).to.equal(null)
  })

  it('ends a span with its work', async () => {
    const tracer = recordingTracer()
    const result = await withSpan(tracer, about, TRACEPARENT, async ({ traceparent }) => {
      expect(tracer.spans[0]?.error).to.equal(undefined)
      return traceparent
    })
    expect(tracer.spans[0]).to.include({ parent: TRACEPARENT, traceparent: result, error: null })
  })

  it('ends a span with the code of an error, and rejects with it', async () => {
    const tracer = recordingTracer()
    const failure = unavailable('redis at 10.0.0.1')
    expect(await rejectionOf(withSpan(tracer, about, null, () => Promise.reject(failure)))).to.equal(failure)
    expect(tracer.spans[0]?.error).to.equal('SERVICE_UNAVAILABLE')
  })

  it('labels an error by its code only', () => {
    expect(
      errorLabel(Object.assign(new Error('connect ECONNREFUSED 10.0.0.1'), { code: 'ECONNREFUSED' })),
    ).to.equal('ECONNREFUSED')
    for (const error of [
      new Error('10.0.0.1'),
      null,
      undefined,
      'text',
      { code: 7 },
      { code: 'http://10.0.0.1' },
    ]) {
      expect(errorLabel(error)).to.equal('error')
    }
  })

  it('answers the id of a trace', () => {
    expect(traceIdOf(TRACEPARENT)).to.deep.equal({ traceId: '4bf92f3577b34da6a3ce929d0e0e4736' })
    expect(traceIdOf(null)).to.deep.equal({})
  })
})
