// own service: two gateways and two render stages in processes of their own
import { freePorts } from '#infra/services/process.ts'
import { snapshotServiceContract } from '#test/e2e/snapshot/service.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import { endAllServices, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'

describe('snapshots with parts in separate processes', function () {
  this.timeout(240_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()

  snapshotServiceContract('two gateways and two render stages', async (more) => {
    const [lookups, port] = (await freePorts(2)) as [number, number]
    const env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      ...postgres.env,
      BATCH_HOST_DELAY_MS: '0',
      RENDER_CONCURRENCY: '1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      LOOKUPS_LISTEN: `127.0.0.1:${lookups}`,
      LOOKUPS_ADDRESS: `127.0.0.1:${lookups}`,
      ...more,
    }
    await startParts(['fetch'], { env })
    await Promise.all([0, 1].map(() => startParts(['render'], { env })))
    const gateways = await Promise.all(
      [String(port), '0'].map((PORT) => startParts(['gateway'], { env: { ...env, PORT } })),
    )
    const external = await externalKafka(env)
    return {
      urls: gateways.map(({ url }) => url),
      external,
      env,
      async close() {
        await external.close()
        await endAllServices()
      },
    }
  })
})
