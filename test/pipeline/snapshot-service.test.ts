import { openEmbeddedService } from './service-fixture.ts'
import { snapshotServiceContract } from './snapshot-service.ts'

snapshotServiceContract('one process, embedded', async (env) => {
  const { service, external, env: settings, close } = await openEmbeddedService(env)
  return { urls: [service.url], external, env: settings, close }
})
