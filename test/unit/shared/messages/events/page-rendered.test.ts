import { expect } from 'chai'
import { fromRecord } from '#shared/messages/events/cloud-event.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { pageRenderedRecord, readPageRendered } from '#shared/messages/events/page-rendered.ts'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { asRead } from '../log-record.ts'

const url = 'http://shop.example/'
const request: InspectionRequested = {
  ...{ id: 'x', operation: 'performance', lane: 'interactive', parameters: { url }, url },
  ...{ expiresAt: null, traceparent: null, timing: '' },
}
const measurement = (noise: string) => ({ finalUrl: url, noise }) as unknown as Measurement

describe('page-rendered', () => {
  let embedded: Embedded
  before(async () => {
    embedded = await openEmbedded()
  })
  after(() => embedded.close())

  async function sent(value: Measurement) {
    const record = asRead(await pageRenderedRecord(embedded.objects.put, request, value))
    const decoded = fromRecord(record)
    if ('reason' in decoded) throw new Error(decoded.reason)
    return { record, event: decoded.event }
  }

  it('survives a round trip, with a value that the event holds or that is stored', async () => {
    const noise = Array.from({ length: 100_000 }, (_, n) => (n * 2_654_435_761) % 4_294_967_296).join()
    for (const value of [measurement('ü'), measurement(noise)]) {
      const { event } = await sent(value)
      const read = readPageRendered(event, 'interactive')
      expect(read.request).to.deep.equal({ ...request, url })
      expect(await read.measurement(embedded.objects)).to.deep.equal(value)
    }
  })

  it('is one event for each inspection, of its lane, keyed by itself', async () => {
    const { record, event } = await sent(measurement(''))
    expect([record.topic, record.key?.toString()]).to.deep.equal(['page.rendered.interactive', 'x'])
    expect([event.id, event.subject, event.type]).to.deep.equal(['x:rendered', 'x', 'page.rendered.v2'])
  })

  it('throws for an event of others', async () => {
    const { event } = await sent(measurement(''))
    expect(() => readPageRendered({ ...event, json: 'x' }, 'interactive')).to.throw()
    expect(() => readPageRendered({ ...event, json: '{}' }, 'interactive')).to.throw()
  })
})
