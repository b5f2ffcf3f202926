import { expect } from 'chai'
import { fromRecord } from '#shared/messages/events/cloud-event.ts'
import { inspectionFromEvent } from '#shared/messages/events/inspection.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { type PageFetched, pageFetchedRecord, readPageFetched } from '#shared/messages/events/page-fetched.ts'
import { asRead } from '../log-record.ts'

const request: InspectionRequested = {
  id: 'x'.repeat(1024),
  operation: 'metadata',
  lane: 'batch',
  parameters: { url: 'http://shop.example/ü', fields: 'all' },
  url: 'http://shop.example/ü',
  expiresAt: 1_893_456_000_123,
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  timing: 'fetch;dur=1.0',
}

const page: PageFetched = {
  finalUrl: 'http://shop.example/%C3%BC',
  status: 200,
  headers: { 'set-cookie': ['a=1', 'b=2'] },
  redirects: [{ url: 'http://shop.example/', status: 301, location: 'http://shop.example/%C3%BC' }],
  fetchedAt: '2030-01-01T00:00:00.000Z',
  robotsAllowed: null,
  body: { base64: Buffer.from([0, 255]).toString('base64') },
  isCut: true,
  httpVersion: '2',
  ttfbMs: 12.5,
}

describe('page-fetched', () => {
  const record = asRead(pageFetchedRecord(request, page))
  const decoded = fromRecord(record)
  if ('reason' in decoded) throw new Error(decoded.reason)
  const { event } = decoded

  it('survives a round trip, also with the longest id', () => {
    expect(readPageFetched(event, 'batch')).to.deep.equal({ request, page })
  })

  it('reads older events without their missing fields', () => {
    const { isCut: _, httpVersion: __, ttfbMs: ___, ...old } = page
    const json = JSON.stringify({
      request: { operation: 'metadata', parameters: request.parameters },
      page: old,
    })
    expect(readPageFetched({ ...event, json }, 'batch').page).to.deep.equal({
      ...old,
      isCut: null,
      httpVersion: null,
      ttfbMs: null,
    })
  })

  it('goes to the topic of its lane, by its host, as an event of its inspection', () => {
    expect([record.topic, record.key?.toString()]).to.deep.equal(['page.fetched.batch', 'shop.example'])
    expect([event.subject, event.type]).to.deep.equal([request.id, 'page.fetched.v2'])
  })

  it('is the same event when the step is repeated', () => {
    expect(asRead(pageFetchedRecord(request, page)).headers.ce_id).to.deep.equal(record.headers.ce_id)
  })

  it('identifies its inspection by its attributes alone', () => {
    const { id, expiresAt, traceparent, timing } = inspectionFromEvent({ ...event, json: 'x' }, 'batch')
    expect({ id, expiresAt, traceparent, timing }).to.deep.equal({
      id: request.id,
      expiresAt: request.expiresAt,
      traceparent: request.traceparent,
      timing: request.timing,
    })
  })

  it('throws for an invalid event', () => {
    expect(() => readPageFetched({ ...event, json: '{}' }, 'batch')).to.throw()
    expect(() => readPageFetched({ ...event, json: null }, 'batch')).to.throw()
  })
})
