import { expect } from 'chai'
import { prepareKafka, provideKafka } from '#infra/services/kafka.ts'

describe('provideKafka', () => {
  const settings = { KAFKA_TEST_BROKERS: '192.0.2.1:9192,192.0.2.2:9192' }
  beforeEach(() => Object.assign(process.env, settings))
  afterEach(() => {
    for (const name of Object.keys(settings)) delete process.env[name]
  })

  it('takes the service that the settings name, and installs and starts nothing', async () => {
    await prepareKafka()
    const provided = await provideKafka()
    if (provided.kind !== 'running') throw new Error(provided.reason)
    expect(provided.service.port).to.equal(9192)
    expect(provided.service.env).to.deep.equal({ KAFKA_BROKERS: '192.0.2.1:9192,192.0.2.2:9192' })
  })
})
