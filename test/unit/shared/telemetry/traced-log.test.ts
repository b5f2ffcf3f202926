import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { EventLog, NewRecord } from '#shared/ports/event-log.ts'
import { tracedLog } from '#shared/telemetry/traced-log.ts'
import { firstPlaces } from '#test/contract/event-log-fixture.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { recordingTracer } from './recording-tracer.ts'

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

describe('traced-log', () => {
  let appended: NewRecord[]
  let append: EventLog['append']
  const tracer = () => recordingTracer()
  beforeEach(() => {
    appended = []
    append = async (records) => {
      appended.push(...records)
      return firstPlaces(records)
    }
  })

  const record = (headers: NewRecord['headers']): NewRecord => ({
    topic: 'page.fetched.batch',
    key: 'k',
    value: 'v',
    headers: { ce_id: 'a:fetched', ...headers },
  })
  const logOver = (spans: ReturnType<typeof tracer>) =>
    tracedLog({ append: (records) => append(records) } as EventLog, spans, 'kafka')

  it('starts a span for each record of a trace, whose context the record carries', async () => {
    const spans = tracer()
    const places = await logOver(spans).append([
      record({ ce_traceparent: TRACEPARENT }),
      record({ ce_traceparent: Buffer.from(TRACEPARENT) }),
    ])
    expect(places.map(({ offset }) => offset)).to.deep.equal([0, 1])
    expect(spans.spans.map(({ name, kind, parent, error }) => [name, kind, parent, error])).to.deep.equal([
      ['send page.fetched.batch', 'producer', TRACEPARENT, null],
      ['send page.fetched.batch', 'producer', TRACEPARENT, null],
    ])
    expect(spans.spans[0]?.attributes).to.include({
      'messaging.system': 'kafka',
      'messaging.operation.type': 'send',
      'messaging.destination.name': 'page.fetched.batch',
      'messaging.message.id': 'a:fetched',
    })
    expect(appended.map(({ headers }) => headers.ce_traceparent)).to.deep.equal(
      spans.spans.map(({ traceparent }) => traceparent),
    )
    expect(appended[0]).to.deep.include({ topic: 'page.fetched.batch', key: 'k', value: 'v' })
    expect(appended[0]?.headers.ce_id).to.equal('a:fetched')
  })

  it('does not change a record without a trace', async () => {
    const spans = tracer()
    const plain = record({})
    await logOver(spans).append([plain])
    expect(appended).to.deep.equal([plain])
    expect(spans.spans).to.deep.equal([])
  })

  it('ends its spans as failed when the log is unavailable', async () => {
    const spans = tracer()
    append = () => Promise.reject(unavailable('log'))
    const error = await rejectionOf(logOver(spans).append([record({ ce_traceparent: TRACEPARENT })]))
    expect(error).to.have.property('code', 'SERVICE_UNAVAILABLE')
    expect(spans.spans.map((span) => span.error)).to.deep.equal(['SERVICE_UNAVAILABLE'])
  })
})
