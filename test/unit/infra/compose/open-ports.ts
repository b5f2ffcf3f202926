import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#test/support/sandbox.ts'

export interface Service {
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly networks?: readonly string[] | Readonly<Record<string, { readonly aliases?: readonly string[] }>>
}

export interface OpenPort {
  /** The setting of the listener. */
  readonly setting: string
  /** The networks from which it can be reached. */
  readonly reachedBy: readonly string[]
}

/** The listeners that a part opens when its setting is given, or by a default that others reach. */
const listenersOf: Readonly<Record<string, readonly string[]>> = {
  gateway: ['HOST'],
  fetch: ['LOOKUPS_LISTEN'],
  batch: ['BATCHES_LISTEN'],
  render: ['PRINT_LISTEN'],
}
const ofAll = ['METRICS_LISTEN', 'HEALTH_LISTEN']
const dockerfile = readFileSync(join(root, 'infra/Dockerfile'), 'utf8')

/**
 * The listeners of a part in Compose. One at all addresses is reached from every network of the part; one at a name from the network
 * in which the part has that alias; one on loopback from none.
 */
export function openPorts({ command = [], environment = {}, networks = [] }: Service): OpenPort[] {
  const all = Array.isArray(networks) ? networks.map((name) => [name, {}] as const) : Object.entries(networks)
  const reachedBy = (host: string) => {
    if (host === '127.0.0.1') return []
    if (host === '0.0.0.0') return all.map(([name]) => name)
    const named = all.filter(([, { aliases = [] }]) => aliases.includes(host)).map(([name]) => name)
    if (named.length !== 1) throw new Error(`the alias ${host} is in ${named.length} networks`)
    return named
  }
  return [...(listenersOf[command[0] ?? ''] ?? []), ...ofAll].map((setting) => {
    const value = environment[setting] ?? ofImage(setting)
    return { setting, reachedBy: reachedBy(value.replace(/:\d+$/, '')) }
  })
}

function ofImage(setting: string): string {
  const [, value = '127.0.0.1'] = new RegExp(` ${setting}=(\\S+)`).exec(dockerfile) ?? []
  return value
}
