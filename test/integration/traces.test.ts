import { type OpenStand, realStand } from '#test/pipeline/stand.ts'
import { tracesContract } from '#test/pipeline/traces.ts'
import { endAllServices } from '#test/tools/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio } from '#test/tools/services.ts'

describe('traces through real services', function () {
  this.timeout(120_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const open: OpenStand = (env = {}) => realStand({ ...kafka.env, ...redis.env, ...minio.env, ...env })
  after(endAllServices)

  tracesContract('Kafka, Redis and MinIO', 'kafka', open)
})
