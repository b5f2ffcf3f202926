// own service: two gateways, and the stages in a process of their own
import { freePorts } from '#infra/services/process.ts'
import { coalescingContract, type Gateways } from '#test/e2e/coalescing/coalescing.ts'
import { API_KEY, endAllServices, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'

describe('two gateways, on Kafka, Redis and MinIO', function () {
  this.timeout(240_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()

  coalescingContract('two gateways', async (): Promise<Gateways> => {
    const [port] = (await freePorts(1)) as [number]
    const env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      ...postgres.env,
      ANSWER_TIMEOUT_MS: '60000',
      FETCH_TIMEOUT_MS: '60000',
      LOOKUPS_LISTEN: `127.0.0.1:${port}`,
      LOOKUPS_ADDRESS: `127.0.0.1:${port}`,
    }
    await startParts(['fetch', 'extract'], { env })
    const gateways = await Promise.all([0, 1].map(() => startParts(['gateway'], { env })))
    return { urls: gateways.map(({ url }) => url), key: API_KEY, close: endAllServices }
  })
})
