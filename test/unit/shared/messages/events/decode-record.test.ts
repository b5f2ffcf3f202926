import { expect } from 'chai'
import { fromRecord } from '#shared/messages/events/cloud-event.ts'
import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import { requestOf } from '../../stage/toy-stage.ts'
import { asRead } from '../log-record.ts'

describe('decodeRecord', () => {
  const large = asRead({ ...requestOf('large'), value: JSON.stringify('x'.repeat(100_000)) })
  const noEvent = asRead({ ...requestOf('none'), headers: {} })

  for (const [what, record] of Object.entries({ small: asRead(requestOf('small')), large, noEvent })) {
    it(`answers the same at every call: ${what}`, () => {
      for (let times = 0; times < 3; times++) expect(decodeRecord(record)).to.deep.equal(fromRecord(record))
    })
  }

  it('decodes a small record once', () => {
    const record = asRead(requestOf('one'))
    expect(decodeRecord(record)).to.equal(decodeRecord(record))
    expect(decodeRecord(asRead(requestOf('one')))).not.to.equal(decodeRecord(record))
  })
})
