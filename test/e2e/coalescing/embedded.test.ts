import { openEmbeddedService } from '#test/support/service/service-fixture.ts'
import { coalescingContract, type Gateways } from './coalescing.ts'

async function oneGateway(env: Readonly<Record<string, string>>): Promise<Gateways> {
  const fixture = await openEmbeddedService(env)
  return { urls: [fixture.service.url], close: () => fixture.close() }
}

coalescingContract('embedded', oneGateway)
