import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { partNames } from '#infra/process/parts.ts'
import { readConfig } from '#shared/config/config.ts'
import { settings } from '#shared/config/settings.ts'
import { root } from '#test/support/sandbox.ts'

type Networks = readonly string[] | Readonly<Record<string, { readonly aliases?: readonly string[] }>>

interface Service {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly networks: Networks
  readonly volumes?: readonly string[]
  readonly healthcheck?: object
  readonly depends_on?: Readonly<Record<string, { condition: string }>>
  readonly stop_grace_period?: string
  readonly shm_size?: string
  readonly tmpfs?: readonly string[]
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const compose = parse(read('infra/compose.yaml'), { merge: true })
const services: Record<string, Service> = compose.services
const parts = Object.entries(services).filter(([, { image, command }]) => image === 'pageprobe' && command)

/** Resolves `${NAME:-default}` when nothing is set, and `${NAME:?reason}` when it is set to "secret". */
const resolved = (value: string) =>
  String(value)
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
    .replace(/\$\{\w+:\?[^}]*\}/g, 'secret')

describe('compose.yaml', () => {
  it('runs each part by its name', () => {
    for (const [name, { command }] of parts) {
      expect(partNames).to.include(name)
      expect(command).to.deep.equal([name])
    }
    expect(parts.map(([name]) => name)).to.have.members(partNames)
  })

  for (const [name, { environment = {}, depends_on = {} }] of parts) {
    const env = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, resolved(value)]))

    it(`gives ${name} existing, valid settings that name real services`, () => {
      expect(settings).to.include.all.keys(Object.keys(env))
      const config = readConfig(env)
      const { KAFKA_BROKERS, REDIS_URL, REDIS_CACHE_URL, S3_ENDPOINT } = config
      expect([KAFKA_BROKERS, REDIS_URL, REDIS_CACHE_URL, S3_ENDPOINT]).not.to.include(null)
    })

    it(`starts ${name} when its dependencies answer`, () => {
      const database = name === 'batch' ? ['postgres'] : []
      expect(Object.keys(depends_on)).to.have.members(['kafka', 'redis', 'redis-cache', 'minio', ...database])
      for (const needed of Object.keys(depends_on)) {
        expect(depends_on[needed]?.condition).to.equal('service_healthy')
        expect(services[needed]?.healthcheck).to.be.an('object')
      }
    })

    it(`gives ${name} a longer stop timeout than it needs to drain (20 s)`, () => {
      expect(Number.parseInt(services[name]?.stop_grace_period ?? '', 10)).to.be.above(20)
    })
  }

  it('exposes only the gateway, and only to the machine', () => {
    const published = Object.values(services).flatMap(({ ports = [] }) => ports)
    expect(published).to.deep.equal(services.gateway?.ports)
    expect(published.every((port) => port.startsWith('127.0.0.1:'))).to.equal(true)
  })

  it('keeps the data of log, store, objects and batches in declared volumes, and no part any', () => {
    for (const [name, { volumes }] of parts) expect(volumes, name).to.equal(undefined)
    for (const name of ['kafka', 'redis', 'minio', 'postgres']) {
      const volume = services[name]?.volumes?.[0]?.split(':')[0]
      expect(Object.keys(compose.volumes)).to.include(volume)
    }
  })

  it('evicts no state, and has another Redis for caches', () => {
    const policyOf = (name: string) => {
      const { command = [] } = services[name] ?? {}
      return command[command.indexOf('--maxmemory-policy') + 1]
    }
    expect([policyOf('redis'), policyOf('redis-cache')]).to.deep.equal(['noeviction', 'allkeys-lru'])
    for (const [name, { environment }] of parts) {
      expect(environment?.REDIS_URL, name).to.match(/@redis:6379$/)
      expect(environment?.REDIS_CACHE_URL, name).to.match(/@redis-cache:6379$/)
    }
  })

  it('gives browsers shared memory, and links the public address of the gateway', () => {
    const { render, gateway } = services
    expect(render?.shm_size).to.equal('1gb')
    expect(render?.environment?.PUBLIC_URL).to.equal(gateway?.environment?.PUBLIC_URL)
    const writable = render?.tmpfs?.map((path) => path.split(':')[0])
    expect(writable).to.include.members(['/tmp', '/var/lib/pageprobe'])
  })

  it('scrapes the metrics of every part', () => {
    for (const [name, { environment }] of parts) {
      expect(environment?.METRICS_LISTEN, name).to.match(/^metrics:\d+$/)
    }
  })

  it('names the fetch stage at the address of its look-ups', () => {
    const port = services.fetch?.environment?.LOOKUPS_LISTEN?.split(':')[1]
    expect(services.gateway?.environment?.LOOKUPS_ADDRESS).to.equal(`dns:fetch:${port}`)
  })

  it('names the batch part at the address where it serves batches', () => {
    const { batch, gateway } = services
    const port = batch?.environment?.BATCHES_LISTEN?.split(':')[1]
    expect(gateway?.environment?.BATCHES_ADDRESS).to.equal(`dns:batch:${port}`)
  })
})

describe('the images', () => {
  it('are bound to a version and its content', () => {
    const files = [read('infra/Dockerfile'), read('infra/minio.Dockerfile')]
    const bases = files.flatMap((file) => file.match(/(?<=^FROM )\S+/gm) ?? [])
    const images = Object.values(services).map(({ image }) => resolved(image))
    const foreign = [...bases, ...images].filter((image) => !/^pageprobe(-minio)?$/.test(image))
    expect(foreign.length).to.be.at.least(5)
    for (const image of foreign) expect(image).to.match(/:[\w.-]*\d+[\w.-]*@sha256:[0-9a-f]{64}$/)
  })

  it('contain the versions that the tests use: Node.js, Kafka and MinIO', () => {
    const { node } = JSON.parse(read('package.json')).devDependencies
    expect(read('infra/Dockerfile')).to.include(`FROM node:${node}-`)
    const kafka = /:([\d.]+)@/.exec(resolved(services.kafka?.image ?? ''))?.[1]
    expect(read('infra/services/kafka/java.ts')).to.include(`'${kafka}'`)
    const minio = /minio@(\S+)/.exec(read('infra/minio.Dockerfile'))?.[1]
    expect(read('infra/services/minio.ts')).to.include(`'${minio}'`)
    const sum = /minio@\S+ (h1:\S+)/.exec(read('infra/minio.Dockerfile'))?.[1]
    expect(read('infra/services/minio.ts')).to.include(`'${sum}'`)
  })

  it('contain the browser itself, and fonts for every script and for emoji', () => {
    const text = read('infra/Dockerfile')
    expect(text).to.match(/CHROME_PATH=\/usr\/lib\/chromium\/chromium-headless-shell/)
    for (const name of [
      'chromium-headless-shell',
      'fonts-liberation',
      'fonts-noto-cjk',
      'fonts-noto-color-emoji',
      'fonts-noto-core',
    ]) {
      expect(text).to.match(new RegExp(`\\s${name}\\s`))
    }
  })

  it('run the service as an unprivileged user, by exec, so that SIGTERM reaches it', () => {
    const lines = read('infra/Dockerfile').trim().split('\n')
    expect(lines).to.include('USER 1000:1000')
    expect(lines.at(-1)).to.equal('ENTRYPOINT ["tini", "-e", "143", "--", "node", "infra/main.ts"]')
  })

  it('contain every folder that the service imports from', () => {
    const kept = read('.dockerignore').match(/(?<=^!)\S+/gm)
    expect(kept).to.include.members([
      'package.json',
      'package-lock.json',
      'proto',
      'shared',
      'stages',
      'gateway',
      'infra',
    ])
  })
})
