// own service: it is called at the ports of its parts, and started with files and settings of its own

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { status } from '@grpc/grpc-js'
import { expect } from 'chai'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { get, getMetadata } from '#test/support/service/api-client.ts'
import { endAllServices, runToEnd, startParts } from '#test/support/service/service-process.ts'
import { openSite } from '#test/support/sites/target-site.ts'
import { rawCalls } from './raw-calls.ts'

/** Statuses of gRPC (its `statuscodes.md`) of calls without the secret: all but health are refused. */
const refused = {
  judge: status.UNAUTHENTICATED,
  sitemap: status.UNAUTHENTICATED,
  status: status.UNAUTHENTICATED,
  results: status.UNAUTHENTICATED,
  submit: status.UNAUTHENTICATED,
  healthOfLookups: status.OK,
  healthOfBatches: status.OK,
}
const served = {
  ...{ judge: status.OK, sitemap: status.OK, status: status.OK, results: status.OK },
  ...{ submit: status.INVALID_ARGUMENT, healthOfLookups: status.OK, healthOfBatches: status.OK },
}

describe('all parts in one process', function () {
  this.timeout(120_000)
  let folder: string
  let lookups: string
  let batches: string
  beforeEach(async () => {
    folder = await freshFolder('parts-secret')
    ;[lookups, batches] = (await freePorts(2)).map((port) => `127.0.0.1:${port}`) as [string, string]
  })
  afterEach(async () => {
    await endAllServices()
    await rm(folder, { recursive: true, force: true })
  })

  const start = (env: Record<string, string> = {}) =>
    startParts([], {
      env: { DATA_DIR: join(folder, 'data'), LOOKUPS_LISTEN: lookups, BATCHES_LISTEN: batches, ...env },
    })
  async function statusesOf(authorization: string | null): Promise<Record<string, status>> {
    const calls = Object.entries(rawCalls(lookups, batches, authorization))
    return Object.fromEntries(await Promise.all(calls.map(async ([name, call]) => [name, await call()])))
  }
  async function stored(): Promise<string | null> {
    const database = openDatabase(join(folder, 'data/pageprobe.db'))
    const store = sqliteResultStore({ database })
    const secret = await store.get('secret:parts')
    await store.close()
    database.close()
    return secret
  }

  it('refuse gRPC without their secret, which they make themselves and show nowhere', async () => {
    const service = await start()
    const site = await openSite({})
    try {
      expect((await getMetadata(service.url, site.url('/page'))).status).to.equal(200)
    } finally {
      await site.close()
    }
    const secret = String(await stored())
    expect(secret).to.match(/^[\w-]{43}$/)
    expect(await statusesOf(null)).to.deep.equal(refused)
    const wrong = {
      ...refused,
      healthOfLookups: status.UNAUTHENTICATED,
      healthOfBatches: status.UNAUTHENTICATED,
    }
    expect(await statusesOf(`Bearer ${secret.slice(1)}`)).to.deep.equal(wrong)
    expect(await statusesOf(`Bearer ${secret}`)).to.deep.equal(served)
    const metrics = (await get(`${service.url}/metrics`)).text
    await service.stop()
    expect(service.stderr()).to.include('PARTS_SECRET')
    expect(metrics + service.stdout() + service.stderr()).not.to.include(secret)
  })

  it('take it from a file, and then keep none in the store', async () => {
    const file = join(folder, 'secret')
    await writeFile(file, 'secret-in-a-file\n')
    const service = await start({ PARTS_SECRET_FILE: file })
    expect(await statusesOf(null)).to.deep.equal(refused)
    expect(await statusesOf('Bearer secret-in-a-file')).to.deep.equal(served)
    await service.stop()
    expect(await stored()).to.equal(null)
    expect(service.stderr()).not.to.include('secret-in-a-file')
  })

  it('do not start with a file that is missing or wrong, and do not show what it says', async () => {
    const file = join(folder, 'wrong')
    await writeFile(file, 'two words')
    for (const PARTS_SECRET_FILE of [join(folder, 'missing'), file]) {
      const { code, stdout, stderr } = await runToEnd([], { env: { PARTS_SECRET_FILE } })
      expect([code, stdout]).to.deep.equal([1, ''])
      expect(stderr).to.include('PARTS_SECRET_FILE').and.not.to.include('two words')
    }
  })
})
