import { expect } from 'chai'
import { pino } from 'pino'
import { embeddedSettings, kafkaOptions } from '#infra/process/adapters.ts'
import { readConfig } from '#shared/config/config.ts'

const silentLog = pino({ level: 'silent' })

describe('embeddedSettings', () => {
  it('names the services that parts in several processes lack', () => {
    expect(embeddedSettings(readConfig({}))).to.deep.equal(['KAFKA_BROKERS', 'REDIS_URL', 'S3_ENDPOINT'])
    const config = readConfig({ REDIS_URL: 'redis://127.0.0.1:6379' })
    expect(embeddedSettings(config)).to.deep.equal(['KAFKA_BROKERS', 'S3_ENDPOINT'])
  })
})

describe('kafkaOptions', () => {
  it('give each process of a host another name, by its metrics port or its folder', () => {
    const idOf = (env: Record<string, string>) => kafkaOptions(readConfig(env), [], silentLog).instanceId
    const ids = [{}, { DATA_DIR: '/tmp/other' }, { METRICS_LISTEN: '127.0.0.1:9464' }].map(idOf)
    expect(new Set(ids).size).to.equal(3)
    expect(idOf({ INSTANCE_ID: 'mine' })).to.equal('mine')
  })

  it('let records of the batch lane wait for more, also facts of items, and no others', () => {
    const { mayLinger } = kafkaOptions(readConfig({}), [], silentLog)
    const lingers = (topic: string, headers = {}) => mayLinger?.({ topic, key: null, value: null, headers })
    expect([
      lingers('result.metadata', { ce_lane: 'batch' }),
      lingers('item.facts', { id: 'a.1' }),
      lingers('result.metadata', { ce_lane: 'interactive' }),
      lingers('host.resting'),
    ]).to.deep.equal([true, true, false, false])
  })

  it('name no user where no mechanism is set', () => {
    expect(kafkaOptions(readConfig({}), ['b:1'], silentLog)).to.deep.include({ sasl: null, brokers: ['b:1'] })
  })
})
