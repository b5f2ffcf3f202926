import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '#shared/config/config.ts'
import { StartError } from './parts.ts'

/** What this machine knows of names and of its own addresses. */
export interface Addresses {
  /** All addresses of a name. Rejects for an unknown one. */
  resolve(name: string): Promise<readonly string[]>
  /** The addresses of this machine. */
  own(): readonly string[]
}

/** A container may start before its names are known in its networks. */
const TRIES = 20
const RETRY_MS = 500

const ofThisMachine: Addresses = {
  resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  own: () => Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
}

/**
 * Replaces names in the settings of listeners by the address that this machine has of them. So a part in several networks
 * listens in the one where it has that name, also where copies of the part share the name. Throws StartError when a name is
 * none of this machine.
 */
export async function bindToOwnAddresses(config: Config, addresses = ofThisMachine): Promise<Config> {
  const own = (setting: string, host: string) => ownAddress(setting, host, addresses)
  const listen = async (setting: 'METRICS_LISTEN' | 'HEALTH_LISTEN') => {
    const value = config[setting]
    return value && { ...value, host: await own(setting, value.host) }
  }
  const hostPort = async (setting: 'LOOKUPS_LISTEN' | 'BATCHES_LISTEN' | 'PRINT_LISTEN') => {
    const [, host = '', port] = /^([^:[\]]+):(\d+)$/.exec(config[setting]) ?? []
    if (host === '') return config[setting]
    const address = await own(setting, host)
    return `${isIP(address) === 6 ? `[${address}]` : address}:${port}`
  }
  return {
    ...config,
    HOST: await own('HOST', config.HOST),
    METRICS_LISTEN: await listen('METRICS_LISTEN'),
    HEALTH_LISTEN: await listen('HEALTH_LISTEN'),
    LOOKUPS_LISTEN: await hostPort('LOOKUPS_LISTEN'),
    BATCHES_LISTEN: await hostPort('BATCHES_LISTEN'),
    PRINT_LISTEN: await hostPort('PRINT_LISTEN'),
  }
}

async function ownAddress(setting: string, host: string, { resolve, own }: Addresses): Promise<string> {
  if (isIP(host) !== 0 || host === 'localhost') return host
  for (let attempt = 1; ; attempt++) {
    const known = await resolve(host).catch(() => [])
    const mine = known.find((address) => own().includes(address))
    if (mine !== undefined) return mine
    if (attempt === TRIES)
      throw new StartError(`${setting} names ${host}, which is no address of this machine`)
    await delay(RETRY_MS)
  }
}
