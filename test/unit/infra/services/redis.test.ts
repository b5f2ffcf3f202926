import { expect } from 'chai'
import { prepareRedis, provideRedis } from '#infra/services/redis.ts'

describe('provideRedis', () => {
  const settings = { REDIS_TEST_URL: 'redis://192.0.2.1:6390' }
  beforeEach(() => Object.assign(process.env, settings))
  afterEach(() => {
    for (const name of Object.keys(settings)) delete process.env[name]
  })

  it('takes the service that the settings name, and installs and starts nothing', async () => {
    await prepareRedis()
    const provided = await provideRedis()
    if (provided.kind !== 'running') throw new Error(provided.reason)
    expect(provided.service.port).to.equal(6390)
    expect(provided.service.env).to.deep.equal({ REDIS_URL: 'redis://192.0.2.1:6390' })
  })
})
