import { expect } from 'chai'
import { kafkaSettings } from '#shared/adapters/kafka/connection/options.ts'

const options = {
  brokers: ['a:1'],
  ssl: false,
  sasl: null,
  topicPrefix: '',
  partitions: 4,
  replication: null,
}

describe('kafkaSettings', () => {
  it('keeps the options, and completes them', () => {
    const settings = kafkaSettings({ ...options, maxBatchRecords: 5 })
    expect(settings).to.include({ partitions: 4, replication: null, maxBatchRecords: 5, minInSync: null })
    expect(settings.mayLinger({ topic: 't', key: null, value: null, headers: {} })).to.equal(false)
  })

  // A member is removed after its session; a fetch that the broker holds delays a heartbeat.
  for (const sessionTimeoutMs of [100, 1000, 6000, 300_000]) {
    it(`fits three heartbeats, each after a held fetch, in a session of ${sessionTimeoutMs} ms`, () => {
      const { heartbeatMs, fetchWaitMs } = kafkaSettings({ ...options, sessionTimeoutMs })
      expect(3 * heartbeatMs).to.be.at.most(sessionTimeoutMs)
      expect(fetchWaitMs).to.be.at.most(heartbeatMs)
      expect(heartbeatMs).to.be.within(1, 1000)
    })
  }

  it('gives up an append before the callers of the log answer 503, after 2 s', () => {
    expect(kafkaSettings(options).appendTimeoutMs).to.be.below(2000)
  })
})
