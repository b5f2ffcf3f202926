import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { makePasswords } from '#infra/image/passwords.ts'
import { partNames } from '#infra/parts.ts'

const folder = join(import.meta.dirname, '../../../infra')
const parts: readonly string[] = partNames

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
  let text: string
  before(async () => {
    text = await read('compose.yaml')
    services = Object.entries(parse(text, { merge: true }).services)
  })

  it('bounds every service and takes its rights away', () => {
    for (const [name, service] of services) {
      expect(service.cap_drop, name).to.deep.equal(['ALL'])
      expect(service.security_opt, name).to.include('no-new-privileges:true')
      expect(service.mem_limit, name).to.be.a('string')
      expect(service.pids_limit, name).to.be.a('number')
      if (name !== 'kafka') expect(service.read_only, name).to.equal(true)
    }
  })

  it('asks each part over HTTP, and no service by a mere connection', () => {
    for (const [name, { healthcheck }] of services) {
      const command = healthcheck?.test.join(' ') ?? ''
      expect(command, name).to.not.match(/nc -z|node:net/)
      if (parts.includes(name)) expect(command, name).to.match(/http:\/\/127\.0\.0\.1:\d+\/healthz$/)
      else expect(command, name).to.not.equal('')
    }
  })

  it('has no password of its own: each comes from outside, and its absence is an error', () => {
    const used = [...text.matchAll(/\$\{([A-Z0-9_]*(?:PASSWORD|SECRET)[A-Z0-9_]*)(.*?)\}/g)]
    expect(used.map(([, name]) => name)).to.include.members([
      'KAFKA_PASSWORD',
      'S3_SECRET_KEY',
      'MINIO_ROOT_PASSWORD',
      ...partNames.map((part) => `REDIS_PASSWORD_${part.toUpperCase()}`),
    ])
    for (const [whole, , rest] of used) expect(rest, whole).to.match(/^:\?/)
  })

  it('gives each part a Redis user of its own', () => {
    for (const [name, { environment }] of services.filter(([part]) => parts.includes(part))) {
      const expected = `redis://${name}:\${REDIS_PASSWORD_${name.toUpperCase()}:?`
      expect(String(environment.REDIS_URL)).to.satisfy((url: string) => url.startsWith(expected), name)
    }
  })

  it('lets out the parts alone that reach targets or are reached', () => {
    const out = services.filter(([, { networks }]) => networks.some((network) => network !== 'inner'))
    expect(Object.fromEntries(out.map(([name, { networks }]) => [name, networks]))).to.deep.equal({
      gateway: ['inner', 'front'],
      fetch: ['inner', 'outside'],
      render: ['inner', 'outside'],
    })
  })

  it('shows pages behind both walls or not at all', () => {
    const render = services.find(([name]) => name === 'render')?.[1]
    expect(render?.environment).to.include({ CHROME_SANDBOX: 'on', RENDER_JAIL: 'on' })
    expect(render?.security_opt).to.include('seccomp:image/seccomp.json')
  })
})

describe('seccomp.json', () => {
  /** Of namespaces (clone(2)): CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS and CLONE_NEWIPC. */
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
  it('has an init, a health check over HTTP, a user by number and a folder for any user', async () => {
    const text = await read('Dockerfile')
    expect(text).to.match(/^ENTRYPOINT \["tini", "-e", "143", "--", /m)
    expect(text).to.match(/^HEALTHCHECK .*\\\n {2}CMD .*http:\/\/127\.0\.0\.1:9464\/healthz/m)
    expect(text).to.match(/^USER \d+:\d+$/m)
    expect(text.indexOf('-m 1777 /var/lib/pageprobe')).to.be.within(0, text.indexOf('\nVOLUME '))
  })
})

describe('passwords', () => {
  let own: string
  before(async () => {
    own = await mkdtemp(join(tmpdir(), 'passwords-'))
  })
  after(() => rm(own, { recursive: true }))

  it('are made once, for every one that Compose asks for, for their owner alone', async () => {
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
})
