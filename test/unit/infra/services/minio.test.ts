import { expect } from 'chai'
import { prepareMinio, provideMinio } from '#infra/services/minio.ts'

describe('provideMinio', () => {
  const settings = {
    S3_TEST_ENDPOINT: 'http://192.0.2.1:9010',
    S3_TEST_ACCESS_KEY: 'a',
    S3_TEST_SECRET_KEY: 's',
  }
  beforeEach(() => Object.assign(process.env, settings))
  afterEach(() => {
    for (const name of Object.keys(settings)) delete process.env[name]
  })

  it('takes the service that the settings name, and installs and starts nothing', async () => {
    await prepareMinio()
    const provided = await provideMinio()
    if (provided.kind !== 'running') throw new Error(provided.reason)
    expect(provided.service.port).to.equal(9010)
    expect(provided.service.env).to.deep.equal({
      S3_ENDPOINT: 'http://192.0.2.1:9010',
      S3_ACCESS_KEY: 'a',
      S3_SECRET_KEY: 's',
    })
  })
})
