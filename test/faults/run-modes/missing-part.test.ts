import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { get, postSnapshot } from '#test/support/service/api-client.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** The gateway says so after 20 samples without progress, one each 5 s. */
const NOTICED_MS = 240_000

describe('a part that no process runs, on Kafka, Redis and MinIO', function () {
  this.timeout(NOTICED_MS)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  let env: Record<string, string>
  let site: TargetSite
  let gateway: ServiceProcess
  before('start all parts but render', async function () {
    requireBrowser(this)
    const address = `127.0.0.1:${(await freePorts(1))[0]}`
    env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      ...postgres.env,
      LOOKUPS_LISTEN: address,
      LOOKUPS_ADDRESS: address,
    }
    site = await openSite()
    gateway = await startParts(['fetch', 'gateway', 'batch'], {
      env: { ...env, BATCHES_LISTEN: '127.0.0.1:0' },
    })
  })
  after(async () => {
    await endAllServices()
    await site?.close()
  })

  const readiness = async () => (await get(`${gateway.url}/readyz`)).json

  it('is named by /readyz, and accepted inspections run once a process runs it', async () => {
    const parameters = { url: site.url('/early'), viewport: { width: 320, height: 240 }, waitUntil: 'load' }
    const { status, headers } = await postSnapshot(gateway.url, parameters, {
      headers: { prefer: 'respond-async' },
    })
    expect(status).to.equal(202)
    while ((await readiness())?.status !== 'degraded') await sleep(500)
    expect(await readiness()).to.deep.include({ missing: [], behind: ['render'] })
    await startParts(['render'], { env: { ...env, PUBLIC_URL: gateway.url } })
    const result = async () => get(`${gateway.url}${headers.get('location')}`)
    while ((await result()).status === 202) await sleep(200)
    const { json } = await result()
    const lost = json?.screenshot_url === undefined ? 1 : 0
    reportFault({ fault: 'no process runs the render part, then one does', accepted: 1, lost })
    expect((await fetch(String(json?.screenshot_url))).status).to.equal(200)
    while ((await readiness())?.status !== 'ready') await sleep(500)
  })
})
