import { expect } from 'chai'
import { fromRecord } from '#shared/messages/events/cloud-event.ts'
import { parseRequest, requestRecord } from '#shared/messages/events/inspection-requested.ts'
import { outcomeRecord, resultOutcome } from '#shared/messages/events/outcome.ts'
import { pageFetchedRecord, readPageFetched } from '#shared/messages/events/page-fetched.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import { asRead } from '../../log-record.ts'

const url = 'http://shop.example/'
const request = {
  id: 'x',
  operation: 'metadata',
  lane: 'interactive',
  parameters: { url },
  url,
  expiresAt: null,
  traceparent: null,
  timing: '',
} as const
const page = {
  finalUrl: url,
  status: 200,
  headers: {},
  redirects: [],
  fetchedAt: '',
  robotsAllowed: null,
  body: { base64: '' },
  isCut: false,
  httpVersion: null,
  ttfbMs: null,
}

function eventOf(record: NewRecord) {
  const decoded = fromRecord(asRead(record))
  if ('reason' in decoded) throw new Error(decoded.reason)
  return decoded.event
}

describe('tenant', () => {
  it('is part of every event of an inspection', () => {
    const read = parseRequest(eventOf(requestRecord({ ...request, tenant: 'abcd1234' })), 'interactive')
    expect(read.tenant).to.equal('abcd1234')
    const next = readPageFetched(eventOf(pageFetchedRecord(read, page)), 'interactive')
    expect(next.request.tenant).to.equal('abcd1234')
    const outcome = outcomeRecord(next.request, resultOutcome(next.request, '{}'))
    expect(eventOf(outcome).attributes.tenant).to.equal('abcd1234')
  })

  it('is absent for an inspection without one', () => {
    const record = requestRecord(request)
    expect(record.headers).not.to.have.property('ce_tenant')
    expect(parseRequest(eventOf(record), 'interactive')).not.to.have.property('tenant')
  })
})
