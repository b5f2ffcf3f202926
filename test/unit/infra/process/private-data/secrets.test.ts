import { expect } from 'chai'
import { secretsOf } from '#infra/process/private-data.ts'
import { readConfig } from '#shared/config/config.ts'

describe('secrets', () => {
  it('are empty when none is set', () => expect(secretsOf(readConfig({}))).to.deep.equal([]))

  it('are the key and every password, in each spelling', () => {
    const key = `pp_abcdefgh_${'x'.repeat(32)}`
    const config = readConfig({
      PAGEPROBE_API_KEY: key,
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_USERNAME: 'user',
      KAFKA_PASSWORD: 'kafka-pass',
      S3_ENDPOINT: 'http://minio:9000',
      S3_ACCESS_KEY: 'access',
      S3_SECRET_KEY: 's3-secret',
      PARTS_SECRET: 'parts-secret',
      REDIS_URL: 'redis://user:p%40ss@redis:6379',
      POSTGRES_URL: 'postgres://user:q%40ss@a,b/c',
    })
    expect(secretsOf(config)).to.have.members([
      key,
      'kafka-pass',
      's3-secret',
      'parts-secret',
      'p%40ss',
      'p@ss',
      'q%40ss',
      'q@ss',
    ])
  })

  it('include a password that only looks encoded', () => {
    expect(secretsOf(readConfig({ REDIS_URL: 'redis://:100%x@redis' }))).to.include('100%x')
  })
})
