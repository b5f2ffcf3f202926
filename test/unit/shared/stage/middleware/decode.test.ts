import { expect } from 'chai'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { decode } from '#shared/stage/middleware/decode.ts'
import type { Attempt, Effect } from '#shared/stage/middleware.ts'
import { attemptOf } from '../attempt.ts'

describe('decode', () => {
  let handed: Attempt[]
  beforeEach(() => {
    handed = []
  })
  const goOn: Effect = { next: [] }
  const next = async (attempt: Attempt) => {
    handed.push(attempt)
    return goOn
  }
  const { event, inspection, ...delivery } = attemptOf(['one', 'batch'])
  const noEvent = { ...delivery, record: { ...delivery.record, headers: {} } }
  const stage = (accepts: (operation: string | null) => boolean) =>
    decode({ accepts, describe: describeRequest })(next)

  it('hands on the event and its inspection', async () => {
    expect(await stage((operation) => operation === 'metadata')(delivery)).to.equal(goOn)
    expect(handed).to.have.length(1)
    expect(handed[0]).to.deep.equal({ ...delivery, event, inspection })
    expect(handed[0]?.inspection).to.include({ id: 'one', lane: 'batch', operation: 'metadata' })
  })

  it('finishes records of other stages', async () => {
    expect(await stage((operation) => operation === 'snapshot')(delivery)).to.have.property('done')
    expect(await stage((operation) => operation !== null)(noEvent)).to.have.property('done')
    expect(handed).to.deep.equal([])
  })

  it('makes a record that is no event a dead letter of the stage that accepts it', async () => {
    const effect = await stage((operation) => operation === null)(noEvent)
    expect(effect).to.have.property('deadLetter').that.includes('no CloudEvent')
    expect(handed).to.deep.equal([])
  })
})
