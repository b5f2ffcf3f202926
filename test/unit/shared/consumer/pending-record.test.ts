import { expect } from 'chai'
import { makePendingRecord, type PendingRecord } from '#shared/consumer/pending-record.ts'
import { record } from './manual-log.ts'

describe('PendingRecord', () => {
  it('is a job with the key, the tenant and the exclusiveness of its record, and hands itself over', async () => {
    const performed: PendingRecord[] = []
    const read = { ...record(5), headers: { ce_tenant: Buffer.from('ab') } }
    const pending = makePendingRecord(
      read,
      3,
      {
        lane: 'interactive',
        concurrencyKeyOf: ({ offset }, lane) => `${lane} ${offset}`,
        isExclusive: ({ offset }) => offset === 5,
      },
      async (one) => {
        performed.push(one)
        return 'over'
      },
    )
    const { run, ...about } = pending
    expect(about).to.deep.equal({
      ...{ record: read, epoch: 3, lane: 'interactive', key: 'interactive 5', tenant: 'ab' },
      ...{ isExclusive: true, attempts: 0, startedAt: null },
    })
    expect(await run()).to.equal('over')
    expect(performed).to.deep.equal([pending])
  })

  it('has no tenant without a header, and shares its machine by default', () => {
    const options = { lane: 'batch', concurrencyKeyOf: () => null } as const
    const pending = makePendingRecord(record(0), 0, options, async () => 'over')
    expect(pending).to.include({ tenant: null, key: null, isExclusive: false })
  })
})
