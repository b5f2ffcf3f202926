import { expect } from 'chai'
import { fromRecord } from '#shared/messages/events/cloud-event.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { pageExtractedRecord, readPageExtracted } from '#shared/messages/events/page-extracted.ts'
import type { PageFetched } from '#shared/messages/events/page-fetched.ts'
import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { asRead } from '../log-record.ts'

const url = 'http://shop.example/'
const request: InspectionRequested = {
  ...{ id: 'x', operation: 'seo-audit', lane: 'batch', parameters: { url }, url },
  ...{ expiresAt: null, traceparent: null, timing: '' },
}
const noStore = { get: () => Promise.reject(new Error('the store is not needed')) }
const noPut: ObjectStore['put'] = () => Promise.reject(new Error('nothing is stored'))
const inputWith = (body: PageFetched['body']) =>
  ({ page: { finalUrl: url, status: 200, body }, timings: { robots: 3 } }) as unknown as AuditInput

async function received(input: AuditInput) {
  const record = asRead(await pageExtractedRecord(noPut, request, input))
  const decoded = fromRecord(record)
  if ('reason' in decoded) throw new Error(decoded.reason)
  return decoded.event
}

describe('page-extracted', () => {
  const inline = { encoding: 'identity', bytes: 3, chunks: [Buffer.from('abc')] } as const
  for (const [what, body] of [
    ['in the event', { inline }],
    ['in the object store', { object: 'bodies/a.html', encoding: 'zstd', bytes: 9 }],
    ['of version 1', { base64: 'YWJj' }],
  ] as const) {
    it(`forwards a body ${what} as it arrived, beside the input`, async () => {
      const read = readPageExtracted(await received(inputWith(body)), 'batch')
      expect(read.request).to.deep.equal(request)
      expect(await read.auditInput(noStore)).to.deep.equal(inputWith(body))
    })
  }

  it('reads an input of version 1, which holds its body', async () => {
    const event = await received(inputWith({ base64: 'YWJj' }))
    const input = inputWith({ base64: 'eA==' })
    const { operation, parameters } = request
    const old = { request: { operation, parameters }, material: { json: JSON.stringify(input) } }
    const read = readPageExtracted({ ...event, json: JSON.stringify(old) }, 'batch')
    expect(await read.auditInput(noStore)).to.deep.equal(input)
  })

  it('is one event for each inspection', async () => {
    const { id, type } = await received(inputWith({ base64: '' }))
    expect([id, type]).to.deep.equal(['x:extracted', 'page.extracted.v2'])
  })
})
