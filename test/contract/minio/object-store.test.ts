import { randomBytes, randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { expect } from 'chai'
import { Client } from 'minio'
import { s3ObjectStore } from '#shared/adapters/s3/object-store.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { objectStoreContract } from '#test/contract/object-store.ts'
import { ownMinio } from '#test/support/service/services.ts'

/** Time limit for every call that needs the object store while it is unavailable. */
const UNAVAILABLE_LIMIT_MS = 3000

describe('minioObjectStore', function () {
  this.timeout(60_000)
  const minio = ownMinio()
  const stores: ObjectStore[] = []
  const warnings: string[] = []
  const log = { info() {}, warn: (_: unknown, message: string) => void warnings.push(message) }
  let bucket: string

  beforeEach(() => {
    bucket = `test-${randomUUID()}`
  })
  after(() => Promise.all(stores.map((store) => store.close())))

  function openStore(inBucket = bucket, secretKey = minio.env.S3_SECRET_KEY ?? ''): ObjectStore {
    const store = s3ObjectStore({
      endpoint: minio.env.S3_ENDPOINT ?? '',
      accessKey: minio.env.S3_ACCESS_KEY ?? '',
      secretKey,
      bucket: inBucket,
      region: 'us-east-1',
      expireDays: { images: 7, bodies: 1 },
      timeoutMs: 1500,
      log,
    })
    stores.push(store)
    return store
  }

  function plainClient(): Client {
    return new Client({
      endPoint: '127.0.0.1',
      port: minio.service.port,
      useSSL: false,
      accessKey: minio.env.S3_ACCESS_KEY ?? '',
      secretKey: minio.env.S3_SECRET_KEY ?? '',
    })
  }

  objectStoreContract(
    'MinIO',
    async () => {
      const contractBucket = `contract-${randomUUID()}`
      return { open: () => openStore(contractBucket), close: async () => {} }
    },
    { age: null, silentReaderMs: 2000 },
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
    const errors = await Promise.all(calls.map((call) => rejectionOf(call, UNAVAILABLE_LIMIT_MS)))
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
    const store = openStore()
    const body = randomBytes(70 * 1024 * 1024)
    await store.put('bodies/large', body, 'text/plain')
    expect((await store.get('bodies/large'))?.body.equals(body)).to.equal(true)
    const info = await plainClient().statObject(bucket, 'bodies/large')
    expect(info.etag).to.not.contain('-')
  })

  it('is unavailable in every call after a SIGKILL of the server, and recovers with it', async () => {
    const store = openStore()
    await Promise.all(everyCall(store))
    await minio.service.kill()
    await expectUnavailable(everyCall(store))
    await expectUnavailable(everyCall(openStore()))
    await minio.service.start()
    await eventually(() => store.ping().then(() => true))
    await Promise.all(everyCall(store))
  })

  it('is unavailable in every call while the server is suspended, and recovers', async () => {
    const store = openStore()
    await Promise.all(everyCall(store))
    await minio.service.suspend()
    try {
      await expectUnavailable(everyCall(store))
      await expectUnavailable(everyCall(openStore()))
    } finally {
      minio.service.resume()
    }
    await eventually(() => store.ping().then(() => true))
    await Promise.all(everyCall(store))
  })

  it('keeps stored objects over a SIGKILL of the server', async () => {
    const store = openStore()
    await store.put('images/a', Buffer.from('kept'), 'image/png')
    await minio.service.kill()
    await minio.service.start()
    await eventually(async () => String((await store.get('images/a'))?.body) === 'kept')
  })

  it('is unavailable with wrong credentials, and never shows them', async () => {
    const store = openStore(bucket, 'wrong-secret')
    const errors = await Promise.all(everyCall(store).map((call) => rejectionOf(call, UNAVAILABLE_LIMIT_MS)))
    expect(errors.map(isUnavailable)).to.not.include(false)
    expect(inspect(errors, { depth: null, showHidden: true })).to.not.contain('wrong-secret')
  })
})
