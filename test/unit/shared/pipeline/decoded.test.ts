import { expect } from 'chai'
import { fromRecord } from '#shared/messages/cloud-event.ts'
import { decoded } from '#shared/pipeline/decoded.ts'
import { asRead } from '../messages/log-record.ts'
import { requestOf } from './toy-stage.ts'

describe('decoded', () => {
  const large = asRead({ ...requestOf('large'), value: JSON.stringify('x'.repeat(100_000)) })
  const noEvent = asRead({ ...requestOf('none'), headers: {} })

  for (const [what, record] of Object.entries({ small: asRead(requestOf('small')), large, noEvent })) {
    it(`is what the record says, however often it is asked: ${what}`, () => {
      for (let times = 0; times < 3; times++) expect(decoded(record)).to.deep.equal(fromRecord(record))
    })
  }

  it('decodes a small record once', () => {
    const record = asRead(requestOf('one'))
    expect(decoded(record)).to.equal(decoded(record))
    expect(decoded(asRead(requestOf('one')))).not.to.equal(decoded(record))
  })
})
