import { expect } from 'chai'
import { readConfig } from '#shared/config/config.ts'
import { frontierSettings } from '#stages/batch/frontier/frontier-options.ts'

describe('settings of a frontier', () => {
  it('are in milliseconds, with one more item of a host in flight than it has requests at a time', () => {
    const config = readConfig({
      BATCH_WINDOW: '7',
      BATCH_HOST_CONCURRENCY: '3',
      BATCH_RETENTION_DAYS: '2',
    })
    const nameOf = () => 'queue'
    expect(frontierSettings(config, { nameOf })).to.deep.equal({
      ...{ window: 7, leaseMs: 1_800_000, perHost: 4, queueOf: nameOf, retentionMs: 172_800_000 },
    })
  })
})
