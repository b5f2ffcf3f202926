import { expect } from 'chai'
import { startSharedServices } from '#infra/tests/shared-services.ts'

const given = {
  KAFKA_TEST_BROKERS: '127.0.0.1:1',
  POSTGRES_TEST_URL: 'postgres://user:secret@127.0.0.1:3/database',
  S3_TEST_ENDPOINT: 'http://127.0.0.1:2',
  S3_TEST_ACCESS_KEY: 'access',
  S3_TEST_SECRET_KEY: 'secret',
}

describe('services that all test files share', () => {
  const before = { ...process.env }
  afterEach(() => {
    for (const name of Object.keys(given)) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  })

  it('are those that the environment names, which are passed on and not started', async () => {
    Object.assign(process.env, given)
    const services = await startSharedServices()
    expect(services.env).to.deep.equal(given)
    await services.stop()
  })
})
