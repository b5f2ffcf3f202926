import { expect } from 'chai'
import { deferredRecord, isReleased, logPosition, releasedRecord } from '#shared/messages/events/deferred.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { asRead } from '../log-record.ts'

const headers = { ce_id: Buffer.from('x') }
const request: LogRecord = {
  ...{ topic: 'inspection.requested.batch', partition: 3, offset: 14, timestamp: 0 },
  ...{ key: Buffer.from('shop.example'), value: Buffer.from('{}'), headers },
}

describe('deferred requests', () => {
  const deferred = asRead(deferredRecord(request))
  const released = { ...asRead(releasedRecord(deferred)), partition: 8, offset: 99 }

  it('go to the frontier and come back as they were', () => {
    expect(deferred.topic).to.equal('inspection.deferred')
    for (const record of [deferred, released]) {
      expect(record).to.deep.include({ key: request.key, value: request.value })
      expect(record.headers).to.include(headers)
    }
    expect(released.topic).to.equal('inspection.requested.batch')
  })

  it('keep the log position of their first admission, however often they are deferred', () => {
    expect(logPosition(request)).to.equal('inspection.requested.batch/3/14')
    expect(logPosition(released)).to.equal('inspection.requested.batch/3/14')
    expect(logPosition(asRead(deferredRecord(released)))).to.equal('inspection.requested.batch/3/14')
  })

  it('are told from requests that the frontier did not release', () => {
    expect([request, deferred, released].map(isReleased)).to.deep.equal([false, false, true])
  })
})
