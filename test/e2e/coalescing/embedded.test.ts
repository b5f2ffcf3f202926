import { workerService } from '#test/support/service/worker-service.ts'
import { coalescingContract } from './coalescing.ts'

coalescingContract('embedded', async () => {
  const { url, key, close } = await workerService()
  return { urls: [url], key, close }
})
