import { tracesContract } from '#test/e2e/telemetry/traces.ts'
import { type OpenServiceFixture, openRealService } from '#test/support/service/service-fixture.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'

describe('traces through real services', function () {
  this.timeout(120_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const open: OpenServiceFixture = (env = {}) =>
    openRealService({ ...kafka.env, ...redis.env, ...minio.env, ...env })
  after(endAllServices)

  tracesContract('Kafka, Redis and MinIO', 'kafka', open)
})
