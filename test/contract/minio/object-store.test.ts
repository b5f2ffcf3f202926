import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { expect } from 'chai'
import { Client } from 'minio'
import { type S3ObjectStoreOptions, s3ObjectStore } from '#shared/adapters/s3/object-store.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { type BreakableProxy, breakableProxy } from '#test/contract/breakable-proxy.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { objectStoreContract } from '#test/contract/object-store.ts'
import { sharedMinio } from '#test/support/service/services.ts'

/** Longer than a busy machine keeps an answer waiting. */
const TIMEOUT_MS = 20_000
const SHORT_TIMEOUT_MS = 300

describe('minioObjectStore', () => {
  const minio = sharedMinio()
  const stores: ObjectStore[] = []
  const warnings: string[] = []
  const log = { info() {}, warn: (_: unknown, message: string) => void warnings.push(message) }
  let bucket: string
  let proxy: BreakableProxy

  before(async () => {
    proxy = await breakableProxy(minio.service.port)
  })
  beforeEach(() => {
    bucket = `test-${randomUUID()}`
  })
  after(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await proxy?.stop()
  })

  function openStore(options: Partial<S3ObjectStoreOptions> = {}): ObjectStore {
    const store = s3ObjectStore({
      endpoint: minio.env.S3_ENDPOINT ?? '',
      accessKey: minio.env.S3_ACCESS_KEY ?? '',
      secretKey: minio.env.S3_SECRET_KEY ?? '',
      bucket,
      region: 'us-east-1',
      expireDays: { images: 7, bodies: 1 },
      timeoutMs: TIMEOUT_MS,
      log,
      ...options,
    })
    stores.push(store)
    return store
  }

  const openThroughProxy = (timeoutMs: number) =>
    openStore({ endpoint: `http://127.0.0.1:${proxy.port}`, timeoutMs })

  function plainClient(): Client {
    const { hostname, port } = new URL(minio.env.S3_ENDPOINT ?? '')
    return new Client({
      endPoint: hostname,
      port: Number(port),
      useSSL: false,
      accessKey: minio.env.S3_ACCESS_KEY ?? '',
      secretKey: minio.env.S3_SECRET_KEY ?? '',
    })
  }

  objectStoreContract(
    'MinIO',
    async () => {
      const contractBucket = `contract-${randomUUID()}`
      return { open: () => openStore({ bucket: contractBucket }), close: async () => {} }
    },
    { age: null },
  )

  function everyCall(store: ObjectStore): Promise<unknown>[] {
    return [
      store.put('bodies/a', Buffer.from('x'), 'text/plain'),
      store.get('bodies/a'),
      store.get('bodies/missing'),
      store.stat('bodies/a'),
      store.open('bodies/a').then((stream) => stream?.destroy()),
      store.ping(),
    ]
  }

  async function expectUnavailable(calls: readonly Promise<unknown>[]): Promise<void> {
    const errors = await Promise.all(calls.map((call) => rejectionOf(call)))
    expect(errors.map(isUnavailable)).to.deep.equal(calls.map(() => true))
  }

  it('creates its bucket, even concurrently, with an expiry for each folder', async () => {
    const opened = Array.from({ length: 5 }, () => openStore())
    await Promise.all(opened.map((store) => store.put('images/a', Buffer.from('x'), 'image/png')))
    const rules = ((await plainClient().getBucketLifecycle(bucket)) as { Rule: Record<string, unknown>[] })
      .Rule
    const daysByFolder = rules.map(({ Filter, Expiration }) => [
      (Filter as { Prefix: string }).Prefix,
      (Expiration as { Days: number }).Days,
    ])
    expect(Object.fromEntries(daysByFolder)).to.deep.equal({ 'images/': 7, 'bodies/': 1 })
    expect(warnings).to.deep.equal([])
  })

  it('leaves the lifecycle rules of a bucket alone that has others, and warns', async () => {
    const client = plainClient()
    await client.makeBucket(bucket)
    const theirs = { ID: 'theirs', Status: 'Enabled', Filter: { Prefix: 'x/' }, Expiration: { Days: 3 } }
    await client.setBucketLifecycle(bucket, { Rule: [theirs as never] })
    const store = openStore()
    await store.put('images/a', Buffer.from('x'), 'image/png')
    expect(await client.getBucketLifecycle(bucket)).to.have.nested.property('Rule.ID', 'theirs')
    expect(warnings.splice(0).join()).to.contain('lifecycle rules of others')
  })

  it('creates its bucket again when it is gone', async () => {
    const store = openStore()
    await store.put('bodies/a', Buffer.from('x'), 'text/plain')
    await plainClient().removeObject(bucket, 'bodies/a')
    await plainClient().removeBucket(bucket)
    expect(await store.get('bodies/a')).to.equal(null)
    await store.put('bodies/a', Buffer.from('again'), 'text/plain')
    expect(String((await store.get('bodies/a'))?.body)).to.equal('again')
    await plainClient().removeObject(bucket, 'bodies/a')
    await plainClient().removeBucket(bucket)
    await store.ping()
    expect(await plainClient().bucketExists(bucket)).to.equal(true)
  })

  it('leaves no unfinished upload behind, at any size', async () => {
    const body = Buffer.alloc(70 * 1024 * 1024)
    await openStore().put('bodies/large', body, 'text/plain')
    const { etag, size } = await plainClient().statObject(bucket, 'bodies/large')
    expect(size).to.equal(body.length)
    expect(etag).to.not.contain('-')
  })

  it('is unavailable in every call while the server cannot be reached, and recovers', async () => {
    const store = openThroughProxy(TIMEOUT_MS)
    await Promise.all(everyCall(store))
    await proxy.stop()
    await expectUnavailable(everyCall(store))
    await expectUnavailable(everyCall(openThroughProxy(TIMEOUT_MS)))
    await proxy.start()
    await Promise.all(everyCall(store))
  })

  it('is unavailable in every call while the server is silent, and recovers', async () => {
    const store = openThroughProxy(SHORT_TIMEOUT_MS)
    const works = () => eventually(() => Promise.all(everyCall(store)).then(() => true))
    await works()
    proxy.break('silent')
    await expectUnavailable([...everyCall(store), ...everyCall(openThroughProxy(SHORT_TIMEOUT_MS))])
    proxy.break(null)
    await works()
  })

  it('is unavailable with wrong credentials, and never shows them', async () => {
    const store = openStore({ secretKey: 'wrong-secret' })
    const errors = await Promise.all(everyCall(store).map((call) => rejectionOf(call)))
    expect(errors.map(isUnavailable)).to.not.include(false)
    expect(inspect(errors, { depth: null, showHidden: true })).to.not.contain('wrong-secret')
  })
})
