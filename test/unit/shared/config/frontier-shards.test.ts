import { expect } from 'chai'
import { readConfig, WrongSettings } from '#shared/config/config.ts'
import { frontierShards } from '#shared/config/frontier-shards.ts'

const KAFKA_BROKERS = 'a:9092'

describe('shards of the frontier', () => {
  const shardsOf = (env: Record<string, string>) => frontierShards(readConfig(env))

  it('are 64 by default', () => expect(shardsOf({ KAFKA_BROKERS })).to.equal(64))

  it('are none where that is set', () =>
    expect(shardsOf({ KAFKA_BROKERS, FRONTIER_SHARDS: '0' })).to.equal(0))

  it('are as many as the setting says, up to 1,024', () => {
    expect(shardsOf({ KAFKA_BROKERS, FRONTIER_SHARDS: '64' })).to.equal(64)
    expect(shardsOf({ KAFKA_BROKERS, FRONTIER_SHARDS: '1024' })).to.equal(1024)
    expect(() => shardsOf({ KAFKA_BROKERS, FRONTIER_SHARDS: '1025' })).to.throw(
      WrongSettings,
      'FRONTIER_SHARDS',
    )
  })

  it('are none with the embedded log', () => expect(shardsOf({ FRONTIER_SHARDS: '64' })).to.equal(0))
})
