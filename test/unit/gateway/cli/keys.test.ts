import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'chai'
import { makeApiKeys, readKey } from '#gateway/access/api-keys.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { type Outcome, root, type Sandbox, sandbox } from '#test/support/sandbox.ts'

const PROGRAM = join(root, 'gateway/cli/keys.ts')
const LINE = /^pp_([A-Za-z0-9]{8})_([A-Za-z0-9]{32})\n$/

describe('keys command', function () {
  this.timeout(90_000)
  let box: Sandbox
  beforeEach(async () => {
    box = await sandbox()
  })
  afterEach(() => box.remove())

  function run(...args: string[]): Promise<Outcome> {
    const { NODE_V8_COVERAGE: coverage } = process.env
    const env = { DATA_DIR: join(box.folder, 'data'), ...(coverage && { NODE_V8_COVERAGE: coverage }) }
    return box.run(process.execPath, [PROGRAM, ...args], env)
  }
  async function create(...args: string[]): Promise<{ key: string; id: string; secret: string }> {
    const { code, stdout, stderr } = await run('create', ...args)
    expect([code, stderr]).to.deep.equal([0, ''])
    const [, id = '', secret = ''] = LINE.exec(stdout) ?? []
    expect(stdout).to.match(LINE)
    return { key: stdout.trim(), id, secret }
  }
  /** Reads the store as the service sees it in the same folder. */
  async function inStore<T>(look: (store: KeyValues) => Promise<T>): Promise<T> {
    const database = openDatabase(join(box.folder, 'data', 'pageprobe.db'))
    const store = sqliteResultStore({ database })
    try {
      return await look(store)
    } finally {
      await store.close()
      database.close()
    }
  }
  const found = (key: string) => inStore((store) => makeApiKeys(store).find(key))
  async function refused(args: string[], reason: RegExp): Promise<void> {
    const { code, stdout, stderr } = await run(...args)
    expect([code, stdout], args.join(' ')).to.deep.equal([1, ''])
    expect(stderr)
      .to.match(reason)
      .and.include('npm run -s keys -- <command>')
      .and.not.match(/\n\s+at /)
  }

  it('create prints only the key, on one line, and the service accepts it', async () => {
    const { key, id } = await create()
    expect(await found(key)).to.deep.include({
      id,
      plan: 'free',
      scopes: ['snapshot', 'metadata', 'performance', 'seo-audit'],
      limits: {},
      metadataTtlSeconds: null,
      label: '',
      isRevoked: false,
    })
  })

  it('create applies its options', async () => {
    const { key } = await create(
      ...['--plan', 'pro', '--scopes', 'metadata, batch,metadata', '--label', 'shop; Überblick'],
      ...['--limit', 'metadata=200', '--limit', 'snapshot=0', '--metadata-ttl', '60'],
    )
    expect(await found(key)).to.deep.include({
      plan: 'pro',
      scopes: ['metadata', 'batch'],
      limits: { metadata: 200, snapshot: 0 },
      metadataTtlSeconds: 60,
      label: 'shop; Überblick',
    })
  })

  it('create --admin adds the scope admin, which no list of scopes gives', async () => {
    const { key } = await create('--admin', '--scopes', 'batch')
    expect(await found(key)).to.deep.include({ scopes: ['batch', 'admin'] })
    await refused(['create', '--scopes', 'batch,admin'], /--scopes must be one of/)
  })

  it('list shows each key on a line, never a secret or its hash', async () => {
    const limits = ['--limit', 'metadata=200', '--limit', 'snapshot=0']
    const first = await create(
      ...['--plan', 'enterprise', '--scopes', 'metadata,batch', '--label', 'first', ...limits],
    )
    const second = await create('--label', 'second', '--owner', 'shop')
    await run('revoke', first.id)
    const { code, stdout } = await run('list')
    expect(code).to.equal(0)
    expect(stdout.split('\n')).to.deep.equal([
      `${first.id}\tenterprise\tmetadata,batch\tsnapshot=0,metadata=200\trevoked\tfirst\t${first.id}`,
      `${second.id}\tfree\tsnapshot,metadata,performance,seo-audit\t-\tactive\tsecond\tshop`,
      '',
    ])
    for (const { secret } of [first, second]) {
      expect(stdout).not.to.include(secret)
      expect(stdout).not.to.include(createHash('sha256').update(secret).digest('hex'))
    }
  })

  it('list prints nothing when there is no key', async () => {
    expect(await run('list')).to.deep.equal({ code: 0, stdout: '', stderr: '' })
  })

  it('revoke ends one key and no other', async () => {
    const [first, second] = [await create('--label', 'kept'), await create()]
    expect(await run('revoke', first.id)).to.include({ code: 0 })
    expect(await found(first.key)).to.equal(null)
    expect(await found(second.key)).to.include({ id: second.id })
    expect(await inStore((store) => readKey(store, first.id))).to.include({ isRevoked: true, label: 'kept' })
  })

  it('works while another program has the store open', async () => {
    await create()
    await inStore(async (store) => {
      const { key, id } = await create()
      expect(await makeApiKeys(store).find(key)).to.include({ id })
    })
  })

  it('prints its usage', async () => {
    for (const args of [[], ['--help']]) {
      const { code, stdout } = await run(...args)
      expect(code).to.equal(0)
      for (const word of ['create', 'list', 'revoke', '--metadata-ttl']) expect(stdout).to.include(word)
    }
  })

  it('refuses unknown commands and arguments, with the usage', async () => {
    await refused(['destroy'], /destroy/)
    await refused(['constructor'], /constructor/)
    await refused(['create', '--colour', 'red'], /colour/)
    await refused(['create', 'extra'], /extra/)
    await refused(['list', '--all'], /all/)
    await refused(['revoke'], /id/)
    await refused(['revoke', 'nobody00'], /nobody00/)
    await refused(['revoke', 'a', 'b'], /one key/)
  })

  it('lists all problems at once', async () => {
    const { code, stdout, stderr } = await run('create', '--plan', 'gold', '--colour=red', '--limit', 'x=1')
    expect([code, stdout]).to.deep.equal([1, ''])
    const [problems] = stderr.split('\n\n')
    for (const word of ['gold', '--colour', '--limit']) expect(problems).to.include(word)
  })

  it('revoke does not repeat a whole key', async () => {
    const { key, secret } = await create()
    const { code, stdout, stderr } = await run('revoke', key)
    expect([code, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.include('id').and.not.include(secret)
    expect(await found(key)).to.include({ isRevoked: false })
  })

  for (const [name, ...values] of [
    ['--plan', 'gold'],
    ['--scopes', 'metadata,admin', ''],
    ['--limit', 'metadata', 'metadata=-1', 'events=5', 'metadata=1=2'],
    ['--metadata-ttl', '-1', '1h'],
    ['--label', 'two\nlines'],
  ] as [string, ...string[]][]) {
    it(`refuses a wrong ${name} and makes no key`, async () => {
      for (const value of values) await refused(['create', `${name}=${value}`], new RegExp(name))
      expect((await run('list')).stdout).to.equal('')
    })
  }

  it('names wrong settings, without a stack', async () => {
    const { code, stdout, stderr } = await box.run(process.execPath, [PROGRAM, 'list'], {
      PORT: 'x',
      REDIS_URL: 'y',
    })
    expect([code, stdout]).to.deep.equal([1, ''])
    expect(stderr)
      .to.include('PORT')
      .and.include('REDIS_URL')
      .and.not.match(/\n\s+at /)
  })
})
