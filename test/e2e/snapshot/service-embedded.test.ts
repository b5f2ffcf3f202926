// own service: its browsers and its log are counted
import { openEmbeddedService } from '#test/support/service/service-fixture.ts'
import { snapshotServiceContract } from './service.ts'

snapshotServiceContract('one process, embedded', async (env) => {
  const { service, external, env: settings, close } = await openEmbeddedService(env)
  return { urls: [service.url], external, env: settings, close }
})
