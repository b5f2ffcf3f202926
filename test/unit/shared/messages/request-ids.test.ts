import { expect } from 'chai'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { inspectionFromEvent } from '#shared/messages/events/inspection.ts'
import {
  admittedId,
  asInspection,
  identityOf,
  inspectionIds,
  requestIdentity,
  SOURCE_LIMIT,
} from '#shared/messages/request-ids.ts'

/** What `printf /feeder | sha256sum` begins with. */
const FEEDER = '25b41463'

const event = (more: Partial<CloudEvent> = {}): CloudEvent => ({
  ...{ id: 'order-1', source: '/feeder', type: 'inspection.requested.v1', subject: 'order-1', key: '' },
  ...{ attributes: {}, json: '{}' },
  ...more,
})

describe('ids of requests', () => {
  it('are the own id, then with a suffix of the source, which fits its events', () => {
    const own = ['order-1', `order-1~${FEEDER}`, `order-1~${FEEDER}~${FEEDER}`]
    expect(inspectionIds(event())).to.deep.equal(own)
    // SHA-256 of nothing (FIPS 180-4) begins with e3b0c442.
    expect(inspectionIds(event({ source: '' }))[1]).to.equal('order-1~e3b0c442')
    const longest = inspectionIds(event({ id: 'x'.repeat(1024) })).map((id) => `${id}:extracted`)
    expect(longest.every((id) => id.length <= 1056)).to.equal(true)
  })

  it('tell requests apart by source and id, also where one looks like the other', () => {
    const names = [
      event(),
      event({ source: '/other' }),
      event({ id: `order-1~${FEEDER}` }),
      event({ id: '', source: '/feederorder-1' }),
      event({ id: 'b","c', source: 'a' }),
      event({ id: 'c', source: 'a","b' }),
    ]
    expect(new Set(names.map(requestIdentity)).size).to.equal(names.length)
    expect(requestIdentity(event({ json: null }))).to.equal(requestIdentity(event()))
  })

  it('go along with the inspection, whatever a feeder claims', () => {
    const forged = event({ attributes: { requestid: 'mine', requestsource: '/mine', lane: 'x' } })
    const inspection = inspectionFromEvent(asInspection(forged, `order-1~${FEEDER}`), 'batch')
    expect(inspection).to.include({ requestId: 'order-1', requestSource: '/feeder' })
    expect(asInspection(forged, 'order-1')).to.deep.include({
      id: 'order-1',
      attributes: { requestid: 'order-1', requestsource: '/feeder', lane: 'x' },
    })
    expect(identityOf(inspection)).to.equal(requestIdentity(event()))
    expect(identityOf({})).to.equal(null)
  })

  it('go along without a source that is empty or too long', () => {
    for (const source of ['', 'ü'.repeat(SOURCE_LIMIT / 2 + 1)])
      expect(asInspection(event({ source }), 'order-1').attributes).to.deep.equal({ requestid: 'order-1' })
  })

  it('are read from a deferred record only where the request may have them', () => {
    const named = (id: string) => admittedId({ headers: { pp_inspection: Buffer.from(id) } }, event())
    expect(named(`order-1~${FEEDER}`)).to.equal(`order-1~${FEEDER}`)
    for (const forged of ['order-2', 'order-1~00000000', '6f0a1f9e-5c80-4b44-8a0b-0123456789ab.1'])
      expect(named(forged)).to.equal('order-1')
    expect(admittedId({ headers: {} }, event())).to.equal('order-1')
  })
})
