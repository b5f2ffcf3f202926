import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { createKey, makeApiKeys } from '#gateway/access/api-keys.ts'
import { makeAuthThrottle } from '#gateway/access/auth-throttle.ts'
import { makeKeyTurns } from '#gateway/access/key-turns.ts'
import { makeQuotas } from '#gateway/access/quotas.ts'
import { makeStorageLimits } from '#gateway/access/storage-limits.ts'
import { type AppParts, makeApp } from '#gateway/app.ts'
import { type Dependency, type DependencyHealth, monitorDependencies } from '#gateway/health/dependencies.ts'
import { makeAnswerCache } from '#gateway/inspections/answer-cache.ts'
import { makeInspections } from '#gateway/inspections/inspections.ts'
import { openResultWaiter, type ResultWaiter } from '#gateway/inspections/result-waiter.ts'
import { makeTargetCheck } from '#gateway/inspections/target-check.ts'
import { usualHostPoliteness } from '#gateway/routes/batches/batch-politeness.ts'
import { makeEventStreams } from '#gateway/routes/events/streams.ts'
import { makeTransferBudget } from '#gateway/routes/response/transfer-budget.ts'
import { unavailable } from '#shared/errors.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { noTelemetry } from '#shared/telemetry/telemetry.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { errorLog, silentLog } from '#test/support/silent-log.ts'
import { cacheTtl } from '../support/cache-ttl.ts'
import { noBatches, noPrinting } from '../support/gateway-fixture.ts'
import { type Answer, type Call, httpCall } from '../support/http-call.ts'
import { noKeylessLimit } from '../support/no-keyless-limit.ts'

const target = `/metadata?url=${encodeURIComponent('http://shop.example/')}`

/** The application over its parts, without stages: inspections never end. */
describe('app', () => {
  let embedded: Embedded
  let resultWaiter: ResultWaiter
  let dependencies: DependencyHealth
  let parts: AppParts
  let server: Server | null
  let key: string
  let missing: Set<Dependency>
  beforeEach(async () => {
    server = null
    missing = new Set()
    embedded = await openEmbedded()
    const { log, store, objects } = embedded
    resultWaiter = await openResultWaiter(store)
    const ping = (service: Dependency) => async () => {
      if (missing.has(service)) throw unavailable(service)
    }
    const services = {
      log: ping('log'),
      store: ping('store'),
      objects: ping('objects'),
      lookups: ping('lookups'),
      batches: ping('batches'),
    }
    dependencies = monitorDependencies(services, silentLog)
    dependencies.onOutage(() => resultWaiter.failAll())
    const lookups = { checkTarget: async () => ({ kind: 'allowed' }) } as unknown as Lookups
    const targetCheck = makeTargetCheck({ lookups, dependencies })
    key = await createKey(store, {
      plan: 'free',
      scopes: ['metadata'],
      label: '',
      limits: {},
      metadataTtlSeconds: null,
    })
    const admission = { tryAdmit: () => null, release() {} }
    const storage = makeStorageLimits(store, {})
    parts = {
      apiKeys: makeApiKeys(store),
      keyStore: store,
      auditHistory: async () => [],
      siteHistory: store,
      revokeKey: async () => false,
      authThrottle: makeAuthThrottle(store, 30),
      ...noKeylessLimit,
      console: null,
      quotas: makeQuotas(store),
      thumbnailTurns: makeKeyTurns({ limit: 1, maxWaiting: 0 }),
      printing: noPrinting,
      storage,
      lookups,
      targetCheck,
      cache: makeAnswerCache(store, objects, cacheTtl),
      inspections: makeInspections({
        batches: { results: async () => null },
        storage,
        log,
        store,
        objects,
        targetCheck,
        resultWaiter,
        admission,
        metrics: noMetrics,
        historyScanned: 100,
      }),
      answerTimeoutMs: 60_000,
      batches: noBatches,
      hostPoliteness: usualHostPoliteness,
      publicUrl: 'http://localhost',
      stallMs: 1000,
      closing: new AbortController().signal,
      dependencies,
      isStarted: () => true,
      objects,
      transferBudget: makeTransferBudget(1_000_000),
      events: makeEventStreams({ reader: embedded.events, heartbeatMs: 60_000 }),
      documents: [],
      logger: silentLog,
      telemetry: noTelemetry,
      corsOrigins: [],
      lagging: () => [],
      browserError: () => null,
      missingIsolation: () => [],
    }
  })
  afterEach(async () => {
    server?.closeAllConnections()
    server?.close()
    dependencies.close()
    await resultWaiter.close()
    await embedded.close()
  })

  async function call(path: string, options: Call = {}, changed: Partial<AppParts> = {}): Promise<Answer> {
    if (server === null) {
      server = createServer(makeApp({ ...parts, ...changed }).callback()).listen(0, '127.0.0.1')
      await once(server, 'listening')
    }
    const { port } = server.address() as AddressInfo
    const headers = { 'X-API-Key': key, ...options.headers }
    return httpCall(`http://127.0.0.1:${port}`, path, { ...options, headers })
  }

  it('forgets a caller that disconnects', async () => {
    const leaving = new AbortController()
    const gone = call(target, { signal: leaving.signal }).catch((error: Error) => error)
    await eventually(() => resultWaiter.waitingCount() === 1)
    leaving.abort()
    expect(await gone).to.be.instanceOf(Error)
    await eventually(() => resultWaiter.waitingCount() === 0)
  })

  it('tells all waiting callers the location of their answer when a required dependency becomes unavailable', async () => {
    const waiting = call(target)
    await eventually(() => resultWaiter.waitingCount() === 1)
    missing.add('log')
    const { status, headers, json } = await waiting
    expect([status, json().error.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
    expect(headers.location).to.match(/^\/inspections\//)
    expect(headers['retry-after']).to.equal(String(json().error.details.retry_after))
  })

  it('rejects at once while a required dependency is unavailable, after the checks of the call', async () => {
    missing.add('lookups')
    await eventually(() => dependencies.unavailable().length > 0)
    expect((await call(target)).status).to.equal(503)
    expect((await call('/metadata')).status).to.equal(400)
    expect((await call(target, { headers: { 'X-API-Key': 'x' } })).status).to.equal(401)
  })

  it('answers 503 when the store cannot verify the key', async () => {
    const apiKeys = { find: () => Promise.reject(unavailable('store at 10.0.0.1')) }
    const { status, json } = await call(target, {}, { apiKeys })
    expect([status, json().error.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
    expect(JSON.stringify(json())).not.to.include('10.0.0.1')
  })

  it('answers 500 to an unexpected error: logs its reason and does not send it', async () => {
    const { log, errors } = errorLog()
    const apiKeys = { find: () => Promise.reject(new Error('ENOENT /srv/keys')) }
    const { status, body, json } = await call(target, {}, { apiKeys, logger: log })
    expect([status, json().statusCode]).to.deep.equal([500, 500])
    expect(body.toString()).not.to.include('srv')
    expect(errors.join()).to.include('/srv/keys')
  })

  it('sends the request id with an unexpected error outside the operations', async () => {
    const apiKeys = { find: () => Promise.reject(new Error('a defect')) }
    const headers = { 'X-Request-Id': 'mine' }
    const before = Date.now()
    const { status, json } = await call('/inspections/x', { headers }, { apiKeys })
    expect([status, json().error.code]).to.deep.equal([500, 'INTERNAL_ERROR'])
    expect(json().error.details.request_id).to.equal('mine')
    expect(Date.parse(json().error.details.timestamp)).to.be.within(before, Date.now())
  })

  describe('health', () => {
    const readiness = async (changed: Partial<AppParts> = {}) => {
      const { status, json } = await call('/readyz', { headers: { 'X-API-Key': '' } }, changed)
      return [status, json().missing]
    }

    it('is ready when the start has finished and nothing is missing', async () => {
      expect(await readiness()).to.deep.equal([200, []])
      expect((await call('/healthz')).status).to.equal(200)
    })

    it('is alive but not ready while it starts', async () => {
      expect(await readiness({ isStarted: () => false })).to.deep.equal([503, []])
      expect((await call('/healthz')).status).to.equal(200)
    })

    for (const service of ['log', 'store', 'lookups'] as const) {
      it(`is not ready without the ${service} and ready when it is back`, async () => {
        missing.add(service)
        await eventually(async () => (await readiness())[0] === 503)
        expect(await readiness()).to.deep.equal([503, [service]])
        missing.clear()
        await eventually(async () => (await readiness())[0] === 200)
      })
    }

    it('stays ready without the object store and reports it', async () => {
      missing.add('objects')
      await eventually(() => dependencies.unavailable().length > 0)
      expect(await readiness()).to.deep.equal([200, ['objects']])
    })
  })

  describe('bodies', () => {
    const name = `${'a1'.repeat(32)}.json`

    it('are served without a key, as stored, with an unlimited life in caches', async () => {
      await embedded.objects.put(`bodies/${name}`, Buffer.from('{"a":1}'), 'application/json')
      const { status, headers, body } = await call(`/bodies/${name}`, { headers: { 'X-API-Key': '' } })
      expect([status, body.toString()]).to.deep.equal([200, '{"a":1}'])
      expect(headers['content-type']).to.match(/^application\/json/)
      expect(headers['cache-control']).to.equal('public, max-age=31536000, immutable')
      expect(headers['x-content-type-options']).to.equal('nosniff')
    })

    const html = `${'b2'.repeat(32)}.html`
    for (const path of [
      name,
      html,
      'x.json',
      '..',
      '%2e%2e%2fimages%2fx',
      `${name}x`,
      `..%2fbodies%2f${name}`,
      '%',
    ]) {
      it(`answer 404 when there is none: ${path.slice(-20)}`, async () => {
        await embedded.objects.put(`bodies/${html}`, Buffer.from('<p>'), 'text/html')
        const { status, json, headers } = await call(`/bodies/${path}`)
        expect([status, json().error.code]).to.deep.equal([404, 'NOT_FOUND'])
        expect(headers['cache-control']).to.equal('no-store')
      })
    }

    it('answer 503 while the object store is unavailable', async () => {
      const objects = { ...embedded.objects, stat: () => Promise.reject(unavailable('objects')) }
      expect((await call(`/bodies/${name}`, {}, { objects })).status).to.equal(503)
    })
  })
})
