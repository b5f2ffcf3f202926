import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { partNames } from '#infra/process/parts.ts'
import { settings } from '#shared/config/settings.ts'
import { root } from '#test/support/sandbox.ts'
import { openPorts, type Service } from './open-ports.ts'

/** Who calls whom, by infra/docs/architecture.md#parts, and which of its listeners. */
const calls: Readonly<Record<string, readonly string[]>> = {
  gateway: ['fetch LOOKUPS_LISTEN', 'batch BATCHES_LISTEN', 'render PRINT_LISTEN'],
  extract: ['fetch LOOKUPS_LISTEN'],
  render: ['fetch LOOKUPS_LISTEN'],
  batch: ['fetch LOOKUPS_LISTEN'],
  // These decode what targets send, or need nobody.
  fetch: [],
  score: [],
}
const backing = ['kafka', 'redis', 'redis-cache', 'minio']

describe('the networks of compose.yaml', () => {
  const { services, networks } = parse(readFileSync(join(root, 'infra/compose.yaml'), 'utf8'), {
    merge: true,
  }) as { services: Record<string, Service>; networks: Record<string, { internal?: boolean } | null> }
  const networksOf = (name: string) => {
    const given = services[name]?.networks ?? []
    return Array.isArray(given) ? given : Object.keys(given)
  }
  const meet = (one: string, other: string) =>
    networksOf(one).filter((name) => networksOf(other).includes(name))
  /** The listeners of other parts that a part can connect to. */
  const reachable = (from: string) =>
    partNames
      .filter((to) => to !== from)
      .flatMap((to) =>
        openPorts(services[to] as Service)
          .filter(({ reachedBy }) => networksOf(from).some((name) => reachedBy.includes(name)))
          .map(({ setting }) => `${to} ${setting}`),
      )

  for (const part of partNames) {
    it(`let ${part} reach the listeners that it calls, and no other one of another part`, () => {
      expect(reachable(part)).to.have.members(calls[part] ?? [])
    })
  }

  it('let every part reach its brokers and stores, and no other part there', () => {
    for (const part of partNames) {
      for (const service of backing) expect(meet(part, service), `${part} ${service}`).to.deep.equal([part])
      const here = Object.keys(services).filter((name) => networksOf(name).includes(part))
      expect(here, part).to.have.members([part, ...backing])
    }
  })

  it('are one for each pair of parts of which one calls the other, and lead nowhere else', () => {
    for (const [from, called] of Object.entries(calls)) {
      for (const to of called.map((one) => one.split(' ')[0] ?? '')) {
        const edge = `${from}-${to}`
        expect(networks[edge]?.internal, edge).to.equal(true)
        const members = Object.keys(services).filter((name) => networksOf(name).includes(edge))
        expect(members, edge).to.have.members([from, to])
      }
    }
  })

  it('judge every setting of a listener', () => {
    const listening = Object.keys(settings).filter((name) => name.endsWith('_LISTEN') || name === 'HOST')
    const judged = partNames.flatMap((part) =>
      openPorts(services[part] as Service).map(({ setting }) => setting),
    )
    expect(new Set(judged)).to.deep.equal(new Set(listening))
  })
})

describe('openPorts', () => {
  const reach = (environment: Record<string, string>, networks: NonNullable<Service['networks']>) =>
    openPorts({ command: ['batch'], environment, networks }).find(
      ({ setting }) => setting === 'BATCHES_LISTEN',
    )?.reachedBy

  it('finds a listener that is reached from networks in which it must not be', () => {
    expect(reach({ BATCHES_LISTEN: '0.0.0.0:1' }, ['a', 'b'])).to.deep.equal(['a', 'b'])
    expect(reach({ BATCHES_LISTEN: 'here:1' }, { a: {}, b: { aliases: ['here'] } })).to.deep.equal(['b'])
    expect(reach({ BATCHES_LISTEN: '127.0.0.1:1' }, ['a', 'b'])).to.deep.equal([])
  })

  it('refuses a name that stands for no network, or for two', () => {
    const aliases = ['here']
    expect(() => reach({ BATCHES_LISTEN: 'here:1' }, { a: {} })).to.throw('here')
    expect(() => reach({ BATCHES_LISTEN: 'here:1' }, { a: { aliases }, b: { aliases } })).to.throw('here')
  })
})
