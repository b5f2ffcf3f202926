import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import {
  BATCH,
  binaryRequest,
  type ExternalClient,
  outcomeRecord,
  tally,
} from '#test/support/external/external-client.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import { figuresOf, repeatsIn, startLoad, untilEnded } from '#test/support/faults/load.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { type ApiAnswer, get, getMetadata, readEnded } from '#test/support/service/api-client.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { ownKafka, ownMinio, ownRedis, sharedPostgres } from '#test/support/service/services.ts'
import { htmlPage, openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

const HOSTS = 4
const BATCH_SIZE = 100
/** A call without an answer by then hangs. */
const TIMEOUT_MS = 15_000
const LIMIT_MS = 60_000
const CALLS_DURING_OUTAGE = 5
const CALL_PAUSE_MS = 200

interface Outage {
  readonly name: string
  begin(): unknown
  end(): unknown
  /** Whether interactive results can still be read afterwards: false when the store lost all data. */
  readonly keepsStore: boolean
}

/** A page whose result is over 256 KiB and needs the object store. */
const largePage: Route = (_, response) => {
  const links = Array.from({ length: 500 }, (_, at) => `<a href="/${at}${'x'.repeat(1000)}">${at}</a>`)
  htmlPage(response, '/large', links.join(''))
}

describe('outages', () => {
  const kafka = ownKafka()
  const redis = ownRedis()
  const minio = ownMinio()
  const postgres = sharedPostgres()
  // Nested, so that the parts stop before the services do.
  describe('of a service', function () {
    this.timeout(180_000)
    let site: TargetSite
    let external: ExternalClient
    let env: Record<string, string>
    let gateway: ServiceProcess
    let fetcher: ServiceProcess
    let held = Promise.withResolvers<void>()

    async function startFetch(): Promise<void> {
      fetcher = await startParts(['fetch'], { env })
    }

    before('start the parts', async () => {
      const [lookups, port] = (await freePorts(2)) as [number, number]
      env = {
        ...kafka.env,
        ...redis.env,
        ...minio.env,
        ...postgres.env,
        PORT: String(port),
        LOOKUPS_LISTEN: `127.0.0.1:${lookups}`,
        LOOKUPS_ADDRESS: `127.0.0.1:${lookups}`,
        BATCH_HOST_DELAY_MS: '0',
        FETCH_TIMEOUT_MS: '60000',
        ANSWER_TIMEOUT_MS: '60000',
      }
      const before = async (path: string) => (path.startsWith('/held') ? held.promise : undefined)
      site = await openSite({ hosts: HOSTS, before, routes: { '/large': largePage } })
      await startFetch()
      gateway = await startParts(['gateway', 'extract'], { env })
      external = await externalKafka(env)
    })
    after('stop the parts', async () => {
      held.resolve()
      await external?.close()
      await endAllServices()
      await site?.close()
    })

    const call = (timeoutMs: number): Promise<ApiAnswer> =>
      getMetadata(gateway.url, site.url(`/page-${randomUUID()}`), { timeoutMs })
    const readiness = () => get(`${gateway.url}/readyz`, { timeoutMs: TIMEOUT_MS })

    /** Every call until then has a documented answer. */
    async function untilCallAnswers(status: number, timeoutMs: number): Promise<number> {
      const began = performance.now()
      for (;;) {
        const answer = await call(timeoutMs)
        expect(answer.status).to.be.oneOf([200, 503])
        if (answer.status === status) return Math.round(performance.now() - began)
        await sleep(CALL_PAUSE_MS)
      }
    }

    async function expectRefusals(): Promise<void> {
      for (let count = 0; count < CALLS_DURING_OUTAGE; count++) {
        const { status, headers, json } = await call(TIMEOUT_MS)
        expect(status).to.equal(503)
        expect(headers.get('retry-after')).to.match(/^\d+$/)
        expect(json).to.include({ success: false })
        expect(json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE')
        expect(json).to.have.nested.property('error.details.retry_after')
        expect((await readiness()).status).to.equal(503)
        await sleep(CALL_PAUSE_MS)
      }
    }

    /** A caller that waits for a held page, whose inspection is accepted. */
    async function waitingCall(path: string): Promise<Promise<ApiAnswer>[]> {
      const answer = getMetadata(gateway.url, site.url(path), { timeoutMs: LIMIT_MS })
      while (site.hits(path) === 0) await sleep(10)
      return [answer]
    }

    const outages: readonly Outage[] = [
      {
        name: 'the broker, which does not answer',
        begin: () => kafka.service.suspend(),
        end: () => kafka.service.resume(),
        keepsStore: true,
      },
      {
        name: 'the broker, killed',
        begin: () => kafka.service.kill(),
        end: () => kafka.service.start(),
        keepsStore: true,
      },
      {
        name: 'the store, which does not answer',
        begin: () => redis.service.suspend(),
        end: () => redis.service.resume(),
        keepsStore: true,
      },
      { name: 'the fetch stage, killed', begin: () => fetcher.kill(), end: startFetch, keepsStore: true },
      {
        name: 'the store, killed, and empty when it is back',
        begin: () => redis.service.kill(),
        end: () => redis.service.start(),
        keepsStore: false,
      },
    ]

    async function duringOutage({ begin, end }: Outage): Promise<void> {
      await begin()
      try {
        await untilCallAnswers(503, TIMEOUT_MS)
        while ((await readiness()).status !== 503) await sleep(CALL_PAUSE_MS)
        await expectRefusals()
      } finally {
        held.resolve()
        await end()
      }
    }

    async function expectReadable(paths: Iterable<[id: string, path: string]>): Promise<void> {
      for (const [id, path] of paths) {
        const { status, json } = await readEnded(gateway.url, id)
        expect([status, json?.title]).to.deep.equal([200, `Page ${path}`])
      }
    }

    for (const [index, outage] of outages.entries()) {
      it(`refuse calls, lose none, and recover without intervention: ${outage.name}`, async () => {
        held = Promise.withResolvers()
        const earlierRepeats = repeatsIn(external.records)
        const path = `/held-${index}`
        const load = startLoad({ site, hosts: HOSTS, external, batch: BATCH_SIZE, gateways: [gateway.url] })
        const [waiting] = await waitingCall(path)
        await duringOutage(outage)
        const interrupted = await waiting
        expect(interrupted?.status).to.equal(503)
        const location = interrupted?.headers.get('location') ?? ''
        expect(location).to.match(/^\/inspections\/[\w-]+$/)
        const backMs = await untilCallAnswers(200, LIMIT_MS)
        while ((await readiness()).status !== 200) await sleep(CALL_PAUSE_MS)
        await load.finish()
        const id = location.split('/').at(-1) as string
        const ids = [...load.accepted.keys(), id]
        await untilEnded(external, ids)
        const { repeated, ...figures } = figuresOf(load, external, [id])
        const own = (repeated ?? 0) - earlierRepeats
        reportFault({ fault: outage.name, ...figures, repeated: own, recoveredMs: backMs })
        expect(tally(ids, external.records)).to.deep.equal({ once: ids.length, lost: [], several: [] })
        expect(load.undocumented()).to.equal(0)
        if (outage.keepsStore) await expectReadable([...load.interactive, [id, path]])
      })
    }

    it('of the object store, killed: what needs no objects goes on, the rest waits or is refused', async () => {
      const parameters = { url: site.url('/large'), fields: 'links', max_links: 500 }
      const query = `fields=links&max_links=500&url=${encodeURIComponent(site.url('/large'))}`
      const large = () => get(`${gateway.url}/metadata?${query}`, { timeoutMs: TIMEOUT_MS })
      const id = randomUUID()
      await minio.service.kill()
      try {
        while (!(await readiness()).text.includes('objects')) await sleep(CALL_PAUSE_MS)
        const { status, json } = await readiness()
        expect(status).to.equal(200)
        expect(json).to.include({ status: 'degraded' })
        expect((await call(TIMEOUT_MS)).status).to.equal(200)
        const refused = await large()
        expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([503, '2'])
        await external.produce(BATCH, [binaryRequest(id, { operation: 'metadata', parameters })])
        while (site.hits('/large') < 2) await sleep(10)
      } finally {
        await minio.service.start()
      }
      const back = performance.now()
      const ending = await outcomeRecord(external, id)
      const recoveredMs = performance.now() - back
      expect([ending.topic, ending.value]).to.deep.equal(['result.metadata', null])
      while ((await readiness()).text.includes('objects')) await sleep(CALL_PAUSE_MS)
      expect((await large()).json?.links).to.have.length(500)
      await untilEnded(external, [id])
      const { lost, several } = tally([id], external.records)
      const figures = { accepted: 1, lost: lost.length, wrong: 0, repeated: several.length }
      reportFault({ fault: 'the object store, killed', ...figures, recoveredMs })
      expect(tally([id], external.records)).to.deep.equal({ once: 1, lost: [], several: [] })
    })
  })
})
