import { type Gateways, joiningContract } from './joining.ts'
import { embeddedStand } from './stand.ts'

async function oneGateway(env: Readonly<Record<string, string>>): Promise<Gateways> {
  const stand = await embeddedStand(env)
  return { urls: [stand.service.url], close: () => stand.close() }
}

joiningContract('embedded', oneGateway)
