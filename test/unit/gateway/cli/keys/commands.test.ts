import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { makeApiKeys, readKey } from '#gateway/access/api-keys.ts'
import { parseCommand, USAGE } from '#gateway/cli/keys/commands.ts'
import { UsageError } from '#gateway/cli/options.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type DrivenStore, storeOfEachTest } from '../../support/store-of-each-test.ts'

const KEY = /^pp_([A-Za-z0-9]{8})_([A-Za-z0-9]{32})$/

describe('commands about keys', () => {
  let store: DrivenStore['store']
  let clock: DrivenStore['clock']
  storeOfEachTest((made) => {
    ;({ store, clock } = made)
  })

  const run = async (...args: string[]): Promise<string[]> => parseCommand(args)(store)
  async function create(...args: string[]): Promise<{ key: string; id: string; secret: string }> {
    const [key = '', ...more] = await run('create', ...args)
    const [, id = '', secret = ''] = KEY.exec(key) ?? []
    expect([KEY.test(key), more]).to.deep.equal([true, []])
    // Keys are listed in the order of their creation.
    await clock.pass(1)
    return { key, id, secret }
  }
  const found = (key: string) => makeApiKeys(store).find(key)
  async function refused(args: string[], reason: RegExp): Promise<void> {
    const error = await rejectionOf(run(...args))
    expect(error, args.join(' ')).to.be.instanceOf(UsageError)
    expect((error as Error).message).to.match(reason)
  }

  it('create yields only the key, which the service accepts', async () => {
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
    const lines = await run('list')
    expect(lines).to.deep.equal([
      `${first.id}\tenterprise\tmetadata,batch\tsnapshot=0,metadata=200\trevoked\tfirst\t${first.id}`,
      `${second.id}\tfree\tsnapshot,metadata,performance,seo-audit\t-\tactive\tsecond\tshop`,
    ])
    for (const { secret } of [first, second]) {
      expect(lines.join()).not.to.include(secret)
      expect(lines.join()).not.to.include(createHash('sha256').update(secret).digest('hex'))
    }
  })

  it('list yields nothing when there is no key', async () => {
    expect(await run('list')).to.deep.equal([])
  })

  it('revoke ends one key and no other', async () => {
    const [first, second] = [await create('--label', 'kept'), await create()]
    expect(await run('revoke', first.id)).to.deep.equal([`revoked ${first.id}`])
    expect(await found(first.key)).to.equal(null)
    expect(await found(second.key)).to.include({ id: second.id })
    expect(await readKey(store, first.id)).to.include({ isRevoked: true, label: 'kept' })
  })

  it('name each other in the usage', () => {
    for (const word of ['create', 'list', 'revoke', '--metadata-ttl']) expect(USAGE).to.include(word)
  })

  for (const [args, reason] of [
    [['destroy'], /destroy/],
    [['constructor'], /constructor/],
    [['create', '--colour', 'red'], /colour/],
    [['create', 'extra'], /extra/],
    [['list', '--all'], /all/],
    [['revoke'], /id/],
    [['revoke', 'nobody00'], /nobody00/],
    [['revoke', 'a', 'b'], /one key/],
  ] as const)
    it(`are refused when they are unknown or wrong: ${args.join(' ')}`, () => refused([...args], reason))

  it('name all problems at once', async () => {
    const error = await rejectionOf(run('create', '--plan', 'gold', '--colour=red', '--limit', 'x=1'))
    for (const word of ['gold', '--colour', '--limit']) expect((error as Error).message).to.include(word)
  })

  it('revoke does not repeat a whole key', async () => {
    const { key, secret } = await create()
    const error = await rejectionOf(run('revoke', key))
    expect((error as Error).message)
      .to.include('id')
      .and.not.include(secret)
    expect(await found(key)).to.include({ isRevoked: false })
  })

  for (const [name, ...values] of [
    ['--plan', 'gold'],
    ['--scopes', 'metadata,admin', ''],
    ['--limit', 'metadata', 'metadata=-1', 'events=5', 'metadata=1=2'],
    ['--metadata-ttl', '-1', '1h'],
    ['--label', 'two\nlines'],
  ] as [string, ...string[]][]) {
    it(`create refuses a wrong ${name} and makes no key`, async () => {
      for (const value of values) await refused(['create', `${name}=${value}`], new RegExp(name))
      expect(await run('list')).to.deep.equal([])
    })
  }
})
