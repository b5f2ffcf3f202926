import { expect } from 'chai'
import { s3ObjectStore } from '#shared/adapters/s3/object-store.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { ownMinio } from '#test/support/service/services.ts'

/** Time limit for every call that needs the object store while it is unavailable. */
const UNAVAILABLE_LIMIT_MS = 3000

describe('s3ObjectStore whose server is killed or hangs', function () {
  this.timeout(60_000)
  const minio = ownMinio()
  const stores: ObjectStore[] = []
  after(() => Promise.all(stores.map((store) => store.close())))

  function openStore(): ObjectStore {
    const store = s3ObjectStore({
      endpoint: minio.env.S3_ENDPOINT ?? '',
      accessKey: minio.env.S3_ACCESS_KEY ?? '',
      secretKey: minio.env.S3_SECRET_KEY ?? '',
      bucket: 'faults',
      region: 'us-east-1',
      expireDays: { images: 7, bodies: 1 },
      timeoutMs: 1500,
    })
    stores.push(store)
    return store
  }

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
})
