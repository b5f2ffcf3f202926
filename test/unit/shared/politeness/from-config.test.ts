import { expect } from 'chai'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { readConfig } from '#shared/config/config.ts'
import { egressFromConfig } from '#shared/egress/egress-from-config.ts'
import { politenessFromConfig } from '#shared/politeness/from-config.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'

const EGRESS_HOSTS = 'a.one.com=192.0.2.1,b.one.com=192.0.2.2,two.com=192.0.2.1'
const [A, B, OTHER] = ['http://a.one.com/', 'http://b.one.com/', 'http://two.com/']

describe('politeness from the settings', () => {
  let database: Database
  let store: ResultStore
  beforeEach(() => {
    database = openDatabase(':memory:')
    store = sqliteResultStore({ database })
  })
  afterEach(async () => {
    await store.close()
    database.close()
  })

  /** Which of the URLs have a turn at the same time. */
  async function together(env: Readonly<Record<string, string>>, urls: readonly string[]): Promise<string[]> {
    const config = readConfig({ EGRESS_HOSTS, EGRESS_ALLOW: '192.0.2.0/24:*', ...env })
    const { turns } = politenessFromConfig(store, config, egressFromConfig(config))
    const found: string[] = []
    for (const url of urls) if ('permit' in (await turns.acquire(url))) found.push(url)
    return found
  }

  for (const [what, env, expected] of [
    ['by host, as by default', {}, [A, B, OTHER]],
    ['by domain', { BATCH_POLITE_BY: 'domain' }, [A, OTHER]],
    ['by ip', { BATCH_POLITE_BY: 'ip' }, [A, B]],
    ['one at an address', { BATCH_ADDRESS_CONCURRENCY: '1' }, [A, B]],
    ['any number at an address', { BATCH_ADDRESS_CONCURRENCY: '0' }, [A, B, OTHER]],
  ] as const) {
    it(what, async () => expect(await together(env, [A, B, OTHER])).to.deep.equal(expected))
  }

  it('gives an address at least as many permits as a host', async () => {
    const env = { BATCH_ADDRESS_CONCURRENCY: '1', BATCH_HOST_CONCURRENCY: '2' }
    expect(await together(env, [A, A, OTHER])).to.deep.equal([A, A])
  })
})
