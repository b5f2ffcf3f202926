import { snapshotServiceContract } from './snapshot-service.ts'
import { embeddedStand } from './stand.ts'

snapshotServiceContract('one process, embedded', async (env) => {
  const { service, outside, env: settings, close } = await embeddedStand(env)
  return { urls: [service.url], outside, env: settings, close }
})
