// own service: parts in several processes, with settings of their own
import { status } from '@grpc/grpc-js'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import { eventually } from '#test/contract/eventually.ts'
import { getMetadata } from '#test/support/service/api-client.ts'
import { endAllServices, launch, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { openSite } from '#test/support/sites/target-site.ts'
import { rawCalls } from './raw-calls.ts'

describe('parts in separate processes and their secret', function () {
  this.timeout(180_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  let env: Record<string, string>
  let lookups: string
  beforeEach(async () => {
    lookups = `127.0.0.1:${(await freePorts(1))[0]}`
    env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      ...postgres.env,
      LOOKUPS_LISTEN: lookups,
      LOOKUPS_ADDRESS: lookups,
    }
  })
  afterEach(endAllServices)

  it('agree on one in the store where none is set', async () => {
    const [gateway] = await Promise.all([
      startParts(['gateway'], { env }),
      startParts(['fetch', 'extract'], { env }),
    ])
    const site = await openSite({})
    try {
      expect((await getMetadata(gateway.url, site.url('/agreed'))).status).to.equal(200)
    } finally {
      await site.close()
    }
    expect(await rawCalls(lookups, lookups, null).judge()).to.equal(status.UNAUTHENTICATED)
  })

  it('name the setting, on both sides, where two have different ones', async () => {
    const [mine, other] = ['mine-of-the-gateway', 'other-of-the-fetch-part']
    const fetch = await startParts(['fetch'], { env: { ...env, PARTS_SECRET: other } })
    const gateway = await launch(['gateway'], { env: { ...env, PARTS_SECRET: mine } })
    try {
      for (const part of [fetch, gateway.service])
        await eventually(() => part.stderr().includes('PARTS_SECRET'))
      expect(gateway.service.stdout()).not.to.include('listening')
      expect(fetch.stderr() + gateway.service.stderr()).not.to.match(/mine-of-the|other-of-the/)
    } finally {
      gateway.up.catch(() => undefined)
      await gateway.service.kill()
    }
  })
})
