import { expect } from 'chai'
import type { Client, LifecycleRule } from 'minio'
import { type BucketOptions, codeOf, s3Bucket } from '#shared/adapters/s3/bucket.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

/** A server with one bucket; `fail` has the code of the error of a request. */
function fakeServer(fail: Partial<Record<string, string>> = {}, rules: object[] | null = null) {
  const server = { exists: false, requests: [] as string[], rules: null as LifecycleRule[] | null }
  const answer = <T>(name: string, value: () => T) => {
    return async () => {
      server.requests.push(name)
      if (fail[name] !== undefined) throw failure(fail[name])
      return value()
    }
  }
  const client = {
    bucketExists: answer('exists', () => server.exists),
    async makeBucket() {
      server.exists = true
      await answer('make', () => {})()
    },
    getBucketLifecycle: answer('get rules', () => {
      if (rules === null) throw failure('NoSuchLifecycleConfiguration')
      return { Rule: rules }
    }),
    async setBucketLifecycle(_bucket: string, config: { Rule: LifecycleRule[] }) {
      await answer('set rules', () => {})()
      server.rules = config.Rule
    },
  } as unknown as Client
  return { server, client }
}

describe('s3Bucket', () => {
  let lines: string[]
  const log = {
    info: (_details: object, message: string) => void lines.push(`info: ${message}`),
    warn: (_details: object, message: string) => void lines.push(`warn: ${message}`),
  }
  beforeEach(() => {
    lines = []
  })
  const open = (client: Client, expireDays: BucketOptions['expireDays'] = { images: 7 }) =>
    s3Bucket({ client, bucket: 'b', region: 'r', expireDays, log })

  it('creates the bucket with a rule for each folder, once for concurrent uses', async () => {
    const { server, client } = fakeServer()
    const bucket = open(client, { images: 7, bodies: 1 })
    await Promise.all([bucket.ready(), bucket.ready()])
    expect(server.requests).to.deep.equal(['exists', 'make', 'get rules', 'set rules'])
    expect(server.rules?.map(({ Filter, Expiration }) => [Filter, Expiration])).to.deep.equal([
      [{ Prefix: 'images/' }, { Days: 7 }],
      [{ Prefix: 'bodies/' }, { Days: 1 }],
    ])
    expect(lines).to.deep.equal([])
  })

  it('creates it again after it was lost', async () => {
    const { server, client } = fakeServer()
    const bucket = open(client)
    await bucket.check()
    server.exists = false
    await bucket.ready()
    expect(server.exists, 'nothing said that it was lost').to.equal(false)
    bucket.forget()
    await bucket.ready()
    expect(server.exists).to.equal(true)
    server.exists = false
    await bucket.check()
    expect(server.exists).to.equal(true)
  })

  it('accepts that another process created it first', async () => {
    const { client } = fakeServer({ make: 'BucketAlreadyExists' })
    await open(client).ready()
  })

  it('tries again after a failure', async () => {
    const fail: Partial<Record<string, string>> = { exists: 'ECONNREFUSED' }
    const { server, client } = fakeServer(fail)
    const bucket = open(client)
    expect(await rejectionOf(bucket.ready())).to.have.property('code', 'ECONNREFUSED')
    delete fail.exists
    await bucket.ready()
    expect(server.exists).to.equal(true)
  })

  it('keeps the rules of others, and sets none', async () => {
    const { server, client } = fakeServer({}, [{ ID: 'of-somebody' }, { ID: 'pageprobe-images' }])
    await open(client).ready()
    expect(server.rules).to.equal(null)
    expect(lines).to.deep.equal([
      'warn: The bucket has lifecycle rules of others: objects expire only by those',
    ])
  })

  it('replaces its own rules', async () => {
    const { server, client } = fakeServer({}, [{ ID: 'pageprobe-images' }])
    await open(client).ready()
    expect(server.rules).to.have.length(1)
  })

  for (const [code, level] of [
    ['AccessDenied', 'info'],
    ['NotImplemented', 'warn'],
  ] as const) {
    it(`works without rules if the server answers ${code}`, async () => {
      const { client } = fakeServer({ 'set rules': code })
      await open(client).ready()
      expect(lines.map((line) => line.split(':')[0])).to.deep.equal([level])
    })
  }

  it('does not take a lost connection for a server without rules', async () => {
    const { client } = fakeServer({ 'set rules': 'ECONNRESET' })
    expect(await rejectionOf(open(client).ready())).to.have.property('code', 'ECONNRESET')
  })
})

describe('codeOf', () => {
  it('is empty for an error without a code', () => {
    expect([codeOf(failure('NoSuchKey')), codeOf(new Error('x'))]).to.deep.equal(['NoSuchKey', ''])
  })
})
