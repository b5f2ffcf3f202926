// own service: its bucket of images is read, closed and lost
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { Client } from 'minio'
import { snapshotImagesContract } from '#test/e2e/snapshot/images.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { get, getMetadata, postSnapshot } from '#test/support/service/api-client.ts'
import { openRealService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { ownMinio, ownRedis, sharedKafka, sharedPostgres } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** A call without an answer by then hangs. */
const TIMEOUT_MS = 5000

describe('images of snapshots in MinIO', function () {
  this.timeout(120_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = ownMinio()
  const postgres = sharedPostgres()
  let suites = 0
  const settings = () => ({
    ...kafka.env,
    ...redis.env,
    ...minio.env,
    ...postgres.env,
    KAFKA_TOPIC_PREFIX: `${kafka.env.KAFKA_TOPIC_PREFIX}images-${suites++}.`,
    S3_BUCKET: `images-${randomUUID()}`,
  })

  snapshotImagesContract('MinIO', (more) => openRealService({ ...settings(), ...more }))

  describe('and clients that may read it, or may not', () => {
    let site: TargetSite
    let fixture: ServiceFixture
    let env: Record<string, string>

    before('start the service', async function () {
      requireBrowser(this)
      site = await openSite()
      env = settings()
      env.S3_PUBLIC_URL = `${env.S3_ENDPOINT}/${env.S3_BUCKET}`
      fixture = await openRealService(env)
    })
    after('stop the service', async () => {
      await fixture?.close()
      await site?.close()
    })

    const shoot = (path: string) =>
      postSnapshot(fixture.service.url, { url: site.url(path) }, { timeoutMs: TIMEOUT_MS * 6 })
    const readiness = async () => (await get(`${fixture.service.url}/readyz`)).json?.status
    async function untilReadiness(status: string): Promise<void> {
      while ((await readiness()) !== status) await sleep(100)
    }

    it('links lead to the bucket with S3_PUBLIC_URL', async () => {
      const { json = {} } = await shoot('/public')
      const url = String(json.screenshot_url)
      expect(url).to.equal(`${env.S3_ENDPOINT}/${env.S3_BUCKET}/images/${json.checksum}.webp`)
      expect((await fetch(url)).status).to.equal(403)
      await allowReading(env)
      const answer = await fetch(url)
      expect(answer.status).to.equal(200)
      expect(answer.headers.get('content-type')).to.equal('image/webp')
      expect(answer.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
      expect((await answer.arrayBuffer()).byteLength).to.equal(json.size_bytes)
      const inner = await fetch(`${fixture.service.url}/images/${json.checksum}.webp`)
      expect(inner.status).to.equal(200)
    })

    it('snapshots are refused while it is unavailable, and nothing else is; all recover without intervention', async () => {
      const cached = await shoot('/before')
      await minio.service.kill()
      try {
        await untilReadiness('degraded')
        for (let count = 0; count < 3; count++) {
          const refused = await shoot(`/away-${count}`)
          expect(refused.status, refused.text).to.equal(503)
          expect(refused.headers.get('retry-after')).to.match(/^\d+$/)
          expect(refused.json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE')
          expect(site.hits(`/away-${count}`)).to.equal(0)
        }
        const metadata = await getMetadata(fixture.service.url, site.url('/meanwhile'))
        expect([metadata.status, metadata.json?.title]).to.deep.equal([200, 'Page /meanwhile'])
        expect((await shoot('/before')).json).to.include({
          cached: true,
          screenshot_url: cached.json?.screenshot_url,
        })
        const image = `${fixture.service.url}/images/${cached.json?.checksum}.webp`
        expect((await fetch(image)).status).to.equal(503)
      } finally {
        await minio.service.start()
      }
      await untilReadiness('ready')
      expect((await shoot('/after')).status).to.equal(200)
    })

    it('one in progress at the start of the outage ends as unavailable', async () => {
      const held = Promise.withResolvers<void>()
      const own = await openSite({ before: () => held.promise })
      const call = postSnapshot(fixture.service.url, { url: own.url('/') })
      while (own.hits('/') === 0) await sleep(20)
      await minio.service.kill()
      try {
        held.resolve()
        const { status, json } = await call
        expect(status).to.equal(503)
        expect(json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE')
      } finally {
        await minio.service.start()
        await own.close()
      }
      await untilReadiness('ready')
    })
  })
})

/** Allows everybody to read the folder of images. */
async function allowReading(env: Readonly<Record<string, string>>): Promise<void> {
  const { hostname, port } = new URL(env.S3_ENDPOINT as string)
  const client = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey: env.S3_ACCESS_KEY as string,
    secretKey: env.S3_SECRET_KEY as string,
  })
  const statement = {
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: ['s3:GetObject'],
    Resource: [`arn:aws:s3:::${env.S3_BUCKET}/images/*`],
  }
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  await client.setBucketPolicy(env.S3_BUCKET as string, policy)
}
