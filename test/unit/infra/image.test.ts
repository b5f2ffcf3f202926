import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { makePasswords } from '#infra/image/passwords.ts'
import { partNames } from '#infra/process/parts.ts'

const folder = join(import.meta.dirname, '../../../infra')
const parts: readonly string[] = partNames
/** Each part has one password of each kind. */
const kinds = ['KAFKA_PASSWORD', 'REDIS_PASSWORD', 'S3_SECRET_KEY']

interface Service {
  readonly networks: string[]
  readonly cap_drop?: string[]
  readonly security_opt?: string[]
  readonly mem_limit?: string
  readonly pids_limit?: number
  readonly read_only?: boolean
  readonly healthcheck?: { readonly test: string[] }
  readonly environment: Record<string, unknown>
}

interface Rule {
  readonly names: string[]
  readonly action: string
  readonly args?: { readonly index: number; readonly value: number; readonly op: string }[]
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

  it('checks each part over HTTP, and no service by a mere connection', () => {
    const ends = ['kafka-rights']
    for (const [name, { healthcheck }] of services.filter(([service]) => !ends.includes(service))) {
      const command = healthcheck?.test.join(' ') ?? ''
      expect(command, name).to.not.match(/nc -z|node:net/)
      if (parts.includes(name)) expect(command, name).to.match(/http:\/\/127\.0\.0\.1:\d+\/healthz$/)
      else expect(command, name).to.not.equal('')
    }
  })

  it('contains no password: each comes from the environment, and a missing one is an error', () => {
    const used = [...text.matchAll(/\$\{([A-Z0-9_]*(?:PASSWORD|SECRET)[A-Z0-9_]*)(.*?)\}/g)]
    expect(used.map(([, name]) => name)).to.include.members([
      'KAFKA_PASSWORD_ADMIN',
      'MINIO_ROOT_PASSWORD',
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
      expect([...new Set(given)], name).to.have.members(kinds.map((kind) => `${kind}_${name.toUpperCase()}`))
    }
  })

  it('gives no part a password of another part, of the store or of an administrator', () => {
    for (const [name, { environment }] of services.filter(([part]) => parts.includes(part))) {
      expect(JSON.stringify(environment), name).to.not.match(/ROOT|ADMIN/)
    }
  })

  it('puts each part in a network of its own, with only brokers and stores, and fetch for its look-ups', () => {
    const inner = Object.entries(networks).filter(([, network]) => network?.internal)
    expect(inner.map(([name]) => name)).to.have.members([...parts, 'batches', 'rights'])
    const allowed = ['kafka', 'redis', 'redis-cache', 'minio', 'fetch']
    for (const part of parts) {
      const here = services.filter(([, service]) => service.networks.includes(part)).map(([name]) => name)
      expect([part, ...allowed], part).to.include.members(here)
    }
  })

  it('gives a way out only to the parts that reach targets or are reached', () => {
    const leads = (network: string) => !networks[network]?.internal
    const out = services.filter((service) => service[1].networks.some(leads))
    expect(
      Object.fromEntries(out.map(([name, service]) => [name, service.networks.filter(leads)])),
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
})

describe('seccomp.json', () => {
  /** Flags of namespaces (clone(2)): CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS and CLONE_NEWIPC. */
  const forbidden = 0x00020000 + 0x02000000 + 0x04000000 + 0x08000000

  it("adds three rules to docker's profile, for the namespaces of users, processes and networks", async () => {
    const original = JSON.parse(await read('image/docker-default.json'))
    const profile = JSON.parse(await read('image/seccomp.json'))
    const known = original.syscalls.length
    expect({ ...profile, syscalls: profile.syscalls.slice(0, known) }).to.deep.equal(original)
    const added: Rule[] = profile.syscalls.slice(known)
    expect(added.map(({ names }) => names)).to.deep.equal([['chroot'], ['clone', 'unshare'], ['setns']])
    const masks = added.slice(1).map(({ args }) => args?.map(({ value, op }) => [value, op]))
    expect(masks).to.deep.equal(Array(2).fill([[forbidden, 'SCMP_CMP_MASKED_EQ']]))
  })
})

describe('Dockerfile', () => {
  it('has an init, a health check over HTTP, a numeric user and a folder for any user', async () => {
    const text = await read('Dockerfile')
    expect(text).to.match(/^ENTRYPOINT \["tini", "-e", "143", "--", /m)
    expect(text).to.match(/^HEALTHCHECK .*\\\n {2}CMD .*http:\/\/127\.0\.0\.1:9464\/healthz/m)
    expect(text).to.match(/^USER \d+:\d+$/m)
    expect(text.indexOf('-m 1777 /var/lib/pageprobe')).to.be.within(0, text.indexOf('\nVOLUME '))
  })
})

describe('policies of the object store', () => {
  interface Statement {
    readonly Effect: string
    readonly Action: string[]
    readonly Resource: string[]
  }
  const actionsOn = async (name: string, resource: RegExp) => {
    const { Statement: statements } = JSON.parse(await read(`image/minio/${name}.json`))
    return statements
      .filter((one: Statement) => one.Resource.some((arn) => resource.test(arn)))
      .flatMap(({ Action }: Statement) => Action)
  }

  it('allow objects below bodies/ and images/ only, and for the bucket only its list and its rules', async () => {
    for (const name of ['read', 'write-bodies', 'write-images', 'set-expiry']) {
      expect(await actionsOn(name, /BUCKET\/(?!bodies\/\*$|images\/\*$)/), name).to.deep.equal([])
      const ofBucket = [
        's3:ListBucket',
        's3:GetBucketLocation',
        's3:GetLifecycleConfiguration',
        's3:PutLifecycleConfiguration',
      ]
      expect(ofBucket, name).to.include.members(await actionsOn(name, /BUCKET$/))
    }
  })

  it('let only render write images, and nobody remove them', async () => {
    expect(await actionsOn('write-images', /images/)).to.deep.equal(['s3:PutObject'])
    for (const name of ['read', 'write-bodies'])
      expect(await actionsOn(name, /images/)).to.not.include('s3:PutObject')
    const users = [...(await read('image/minio/start.sh')).matchAll(/^ {2}user (\w+) (.+)$/gm)]
    expect(users.map(([, user]) => user)).to.have.members(partNames)
    const writers = users.filter(([, , policies]) => policies?.includes('write-images'))
    expect(writers.map(([, user]) => user)).to.deep.equal(['render'])
    const gateway = users.find(([, user]) => user === 'gateway')
    expect(gateway?.[2]).to.equal('read')
  })
})

describe('passwords', () => {
  let own: string
  before(async () => {
    own = await mkdtemp(join(tmpdir(), 'passwords-'))
  })
  after(() => rm(own, { recursive: true }))

  it('are made once, for every name that Compose needs, readable by their owner only', async () => {
    const file = join(own, '.env')
    await makePasswords(file)
    const first = await readFile(file, 'utf8')
    const asked = [...(await read('compose.yaml')).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
    const made = first.trim().split('\n')
    expect(made.map((line) => line.split('=')[0])).to.have.members([...new Set(asked)])
    expect(new Set(made.map((line) => line.split('=')[1])).size).to.equal(made.length)
    expect((await stat(file)).mode & 0o777).to.equal(0o600)
    await makePasswords(file)
    expect(await readFile(file, 'utf8')).to.equal(first)
  })

  it('are added to an existing file, whose passwords stay', async () => {
    const file = join(own, 'older')
    await writeFile(file, 'LOG_LEVEL=warn\nMINIO_ROOT_PASSWORD=kept')
    await makePasswords(file)
    const lines = (await readFile(file, 'utf8')).trim().split('\n')
    expect(lines.slice(0, 2)).to.deep.equal(['LOG_LEVEL=warn', 'MINIO_ROOT_PASSWORD=kept'])
    expect(lines.length).to.equal(2 + 1 + partNames.length * kinds.length)
  })
})
