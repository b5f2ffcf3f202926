import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { partNames } from '#infra/process/parts.ts'
import { root } from '#test/support/sandbox.ts'

const parts: readonly string[] = partNames
/** Each part has one password of each kind. */
const kinds = ['KAFKA_PASSWORD', 'REDIS_PASSWORD', 'S3_SECRET_KEY']

interface Service {
  readonly networks: string[] | Record<string, object>
  readonly cap_drop?: string[]
  readonly security_opt?: string[]
  readonly mem_limit?: string
  readonly pids_limit?: number
  readonly read_only?: boolean
  readonly healthcheck?: { readonly test: string[] }
  readonly environment: Record<string, unknown>
}

const folder = join(root, 'infra')

function namesOf({ networks }: Service): string[] {
  return Array.isArray(networks) ? networks : Object.keys(networks)
}

function read(name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8')
}

describe('compose.yaml', () => {
  let services: [string, Service][]
  let networks: Record<string, { readonly internal?: boolean } | null>
  let text: string
  before(async () => {
    text = await read('compose.yaml')
    const composition = parse(text, { merge: true })
    services = Object.entries(composition.services)
    networks = composition.networks
  })

  it('limits every service and drops its capabilities', () => {
    for (const [name, service] of services) {
      expect(service.cap_drop, name).to.deep.equal(['ALL'])
      expect(service.security_opt, name).to.include('no-new-privileges:true')
      expect(service.mem_limit, name).to.be.a('string')
      expect(service.pids_limit, name).to.be.a('number')
      if (name !== 'kafka') expect(service.read_only, name).to.equal(true)
    }
  })

  it('checks each part over HTTP at a listener on loopback for that alone, and no service by a mere connection', () => {
    const ends = ['kafka-rights']
    for (const [name, { healthcheck }] of services.filter(([service]) => !ends.includes(service))) {
      const command = healthcheck?.test.join(' ') ?? ''
      expect(command, name).to.not.match(/nc -z|node:net/)
      if (parts.includes(name)) {
        const { HEALTH_LISTEN } = services.find(([part]) => part === name)?.[1].environment ?? {}
        expect(HEALTH_LISTEN, name).to.match(/^127\.0\.0\.1:\d+$/)
        expect(command, name).to.match(new RegExp(` http://${HEALTH_LISTEN}/healthz$`))
      } else expect(command, name).to.not.equal('')
    }
  })

  it('contains no password: each comes from the environment, and a missing one is an error', () => {
    const used = [...text.matchAll(/\$\{([A-Z0-9_]*(?:PASSWORD|SECRET)[A-Z0-9_]*)(.*?)\}/g)]
    expect(used.map(([, name]) => name)).to.include.members([
      'KAFKA_PASSWORD_ADMIN',
      'PARTS_SECRET',
      'MINIO_ROOT_PASSWORD',
      'POSTGRES_PASSWORD_ADMIN',
      'POSTGRES_PASSWORD_BATCH',
      ...partNames.flatMap((part) => kinds.map((kind) => `${kind}_${part.toUpperCase()}`)),
    ])
    for (const [whole, , rest] of used) expect(rest, whole).to.match(/^:\?/)
  })

  it('makes each part a user of its own in Redis, Kafka and the object store, with its own passwords', () => {
    for (const [name, { environment }] of services.filter(([part]) => parts.includes(part))) {
      expect(environment).to.include({ KAFKA_USERNAME: name, S3_ACCESS_KEY: name })
      for (const url of [environment.REDIS_URL, environment.REDIS_CACHE_URL])
        expect(String(url)).to.match(new RegExp(`^redis://${name}:`))
      const given = [...JSON.stringify(environment).matchAll(/\$\{(\w+):\?/g)].map(([, setting]) => setting)
      const own = kinds.map((kind) => `${kind}_${name.toUpperCase()}`)
      if (name === 'batch') own.push('POSTGRES_PASSWORD_BATCH')
      // The score part makes no call to another part, and serves none.
      expect([...new Set(given)], name).to.have.members(name === 'score' ? own : [...own, 'PARTS_SECRET'])
    }
  })

  it('gives no part a password of another part, of the store or of an administrator', () => {
    for (const [name, { environment }] of services.filter(([part]) => parts.includes(part))) {
      expect(JSON.stringify(environment), name).to.not.match(/ROOT|ADMIN/)
    }
  })

  it('lets the batch part alone know its database, as a role that is no administrator', () => {
    const knows = services.filter(([, { environment }]) =>
      JSON.stringify(environment ?? {}).includes('POSTGRES_PASSWORD_BATCH'),
    )
    expect(knows.map(([name]) => name)).to.have.members(['batch', 'postgres'])
    const urls = services.flatMap(([name, { environment }]) =>
      environment?.POSTGRES_URL ? [[name, environment.POSTGRES_URL]] : [],
    )
    expect(urls.length).to.equal(1)
    expect(urls[0]?.[1]).to.match(/^postgres:\/\/pageprobe:/)
    const reach = services.filter((service) => namesOf(service[1]).includes('batch-database'))
    expect(reach.map(([name]) => name)).to.have.members(['batch', 'postgres'])
  })

  it('gives a way out only to the parts that reach targets or are reached', () => {
    const leads = (network: string) => !networks[network]?.internal
    const out = services.filter((service) => namesOf(service[1]).some(leads))
    expect(
      Object.fromEntries(out.map(([name, service]) => [name, namesOf(service).filter(leads)])),
    ).to.deep.equal({
      gateway: ['front'],
      fetch: ['outside'],
      render: ['outside'],
    })
  })

  it('renders pages behind both sandboxes or not at all', () => {
    const render = services.find(([name]) => name === 'render')?.[1]
    expect(render?.environment).to.include({ CHROME_SANDBOX: 'on', RENDER_JAIL: 'on' })
    expect(render?.security_opt).to.include('seccomp:image/seccomp.json')
  })

  it('lets decoders of images have no network', () => {
    const fetch = services.find(([name]) => name === 'fetch')?.[1]
    expect(fetch?.security_opt).to.include('seccomp:image/seccomp.json')
  })
})

describe('Dockerfile', () => {
  it('has an init, a health check over HTTP, a numeric user and a folder for any user', async () => {
    const text = await read('Dockerfile')
    expect(text).to.match(/^ENTRYPOINT \["tini", "-e", "143", "--", /m)
    expect(text).to.match(/^HEALTHCHECK .*\\\n {2}CMD .*http:\/\/127\.0\.0\.1:9465\/healthz/m)
    expect(text).to.match(/HEALTH_LISTEN=127\.0\.0\.1:9465 /)
    expect(text).to.match(/^USER \d+:\d+$/m)
    expect(text.indexOf('-m 1777 /var/lib/pageprobe')).to.be.within(0, text.indexOf('\nVOLUME '))
  })
})
