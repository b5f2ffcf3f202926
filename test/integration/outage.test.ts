import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import { type ApiAnswer, get, getMetadata } from '#test/tools/api-client.ts'
import { startLoad, untilEnded } from '#test/tools/load.ts'
import { type OutsideClient, tally } from '#test/tools/outside-client.ts'
import { outsideKafka } from '#test/tools/outside-kafka.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/tools/service-process.ts'
import { ownKafka, ownMinio, ownRedis } from '#test/tools/services.ts'
import { htmlPage, openSite, type TargetSite } from '#test/tools/target-site.ts'

const HOSTS = 4
const PATIENCE_MS = 5000
const BACK_MS = 10_000

describe('while a backing service is away', function () {
  this.timeout(120_000)
  const kafka = ownKafka()
  const redis = ownRedis()
  const minio = ownMinio()
  let site: TargetSite
  let outside: OutsideClient
  let env: Record<string, string>
  let gateway: ServiceProcess
  let fetcher: ServiceProcess
  let held = Promise.withResolvers<void>()

  const startFetch = () => startParts(['fetch'], { env })

  before('start the parts', async () => {
    const [lookups, port] = await freePorts(2)
    env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      LOOKUPS_LISTEN: `127.0.0.1:${lookups}`,
      LOOKUPS_ADDRESS: `127.0.0.1:${lookups}`,
      BATCH_HOST_DELAY_MS: '0',
      FETCH_TIMEOUT_MS: '60000',
      ANSWER_TIMEOUT_MS: '60000',
      PORT: String(port),
    }
    const routes = {
      '/long': (_: unknown, response: import('node:http').ServerResponse) =>
        htmlPage(response, '/long', '<p>word</p>'.repeat(100_000)),
    }
    site = await openSite({
      hosts: HOSTS,
      routes,
      before: async (path) => (path.startsWith('/held') ? held.promise : undefined),
    })
    fetcher = await startFetch()
    gateway = await startParts(['gateway', 'extract'], { env })
    outside = await outsideKafka(env)
  })
  after(async () => {
    held.resolve()
    await outside?.close()
    await endAllServices()
    await site?.close()
  })

  let calls = 0
  const slowest: Record<string, number> = {}
  async function call(name = '', patienceMs = PATIENCE_MS): Promise<ApiAnswer> {
    const began = performance.now()
    const answer = await getMetadata(gateway.url, site.url(`/page-${calls++}`), { patienceMs })
    slowest[name] = Math.max(slowest[name] ?? 0, performance.now() - began)
    return answer
  }
  const readiness = () => get(`${gateway.url}/readyz`, { patienceMs: PATIENCE_MS })

  async function until(name: string, condition: () => Promise<boolean>, limit = BACK_MS) {
    const end = Date.now() + limit
    while (!(await condition())) {
      if (Date.now() > end) throw new Error(`${name} did not come true`)
      await sleep(50)
    }
  }

  async function endure(
    name: string,
    { breakIt, restore }: { breakIt(): unknown; restore(): unknown },
    keepsStore = true,
  ) {
    held = Promise.withResolvers()
    const heldPath = `/held-${name}`.replace(/ /g, '-')
    const load = startLoad({ site, hosts: HOSTS, outside, batch: 100, gateways: [gateway.url] })
    const waiting = getMetadata(gateway.url, site.url(heldPath), {
      patienceMs: 60_000,
      headers: { 'cache-control': 'no-cache' },
    })
    await until('the page is asked for', async () => site.hits(heldPath) > 0)
    await breakIt()
    const broken = Date.now()
    await until('503', async () => {
      const a = await call(name)
      expect(a.status).to.be.oneOf([200, 503])
      return a.status === 503
    })
    const interrupted = await waiting
    console.log(
      name,
      'waiting answered after',
      Date.now() - broken,
      interrupted.status,
      interrupted.headers.get('location'),
    )
    expect(interrupted.status).to.equal(503)
    expect(interrupted.headers.get('location')).to.match(/^\/inspections\/\S+$/)
    for (let i = 0; i < 5; i++) {
      const answer = await call(name)
      expect(answer.status).to.equal(503)
      expect(answer.headers.get('retry-after')).to.match(/^\d+$/)
      expect(answer.json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE')
      expect((await readiness()).status).to.equal(503)
      await sleep(300)
    }
    await restore()
    const back = Date.now()
    held.resolve()
    await until('ready', async () => (await readiness()).status === 200)
    console.log(name, 'ready after', Date.now() - back)
    await until('200', async () => (await call(name + ' after', 20_000)).status === 200, 20_000)
    console.log(name, 'back after', Date.now() - back, 'slowest', slowest[name], slowest[name + ' after'])
    await load.finish()
    const ids = [...load.accepted.keys()]
    await untilEnded(outside, ids)
    console.log(
      name,
      tally(ids, outside.records),
      'interactive',
      load.interactive.size,
      'refused',
      load.refused(),
    )
    expect(tally(ids, outside.records)).to.deep.equal({ once: ids.length, lost: [], several: [] })
    if (!keepsStore) return
    const location = gateway.url + interrupted.headers.get('location')
    await until('answer', async () => (await get(location)).status === 200)
    for (const [id, path] of load.interactive) {
      const { status, json } = await get(`${gateway.url}/inspections/${id}`)
      expect([status, json?.title]).to.deep.equal([200, `Page ${path}`])
    }
  }

  it('the broker, silent', () =>
    endure('broker stop', { breakIt: () => kafka.service.suspend(), restore: () => kafka.service.resume() }))
  it('the broker, killed', () =>
    endure('broker kill', { breakIt: () => kafka.service.kill(), restore: () => kafka.service.start() }))
  it('the store, silent', () =>
    endure('redis stop', { breakIt: () => redis.service.suspend(), restore: () => redis.service.resume() }))
  it('the fetch stage', () =>
    endure('fetch', {
      breakIt: () => fetcher.kill(),
      restore: async () => {
        fetcher = await startFetch()
      },
    }))
  it('the store, killed, and empty when it is back', () =>
    endure(
      'redis kill',
      { breakIt: () => redis.service.kill(), restore: () => redis.service.start() },
      false,
    ))
  it('objects', async () => {
    await minio.service.kill()
    await until('degraded', async () => (await readiness()).json?.status === 'degraded')
    console.log((await readiness()).text)
    expect((await readiness()).status).to.equal(200)
    expect((await call('minio')).status).to.equal(200)
    const long = await getMetadata(gateway.url, site.url('/long'), { patienceMs: PATIENCE_MS })
    console.log(long.status, long.text)
    expect(long.status).to.equal(503)
    await minio.service.start()
    await until('ready', async () => (await readiness()).json?.status === 'ready')
    expect((await getMetadata(gateway.url, site.url('/long'))).status).to.equal(200)
  })
})
