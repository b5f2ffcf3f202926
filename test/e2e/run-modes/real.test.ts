// own service: parts in several processes, which are stopped
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import { BATCH, binaryRequest, type ExternalClient, tally } from '#test/support/external/external-client.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import { startLoad, untilEnded } from '#test/support/faults/load.ts'
import { getMetadata } from '#test/support/service/api-client.ts'
import { API_KEY, endAllServices, runToEnd, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const HOSTS = 8

describe('parts in separate processes', function () {
  this.timeout(120_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  let env: Record<string, string>
  let listen: string[]
  let site: TargetSite
  let external: ExternalClient | null
  let suites = 0

  beforeEach(async () => {
    listen = (await freePorts(2)).map((port) => `127.0.0.1:${port}`)
    external = null
    env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      ...postgres.env,
      KAFKA_TOPIC_PREFIX: `${kafka.env.KAFKA_TOPIC_PREFIX}${suites++}.`,
      BATCH_HOST_DELAY_MS: '0',
    }
  })
  afterEach(async () => {
    await external?.close()
    await endAllServices()
    await site?.close()
  })

  const startExtract = () => startParts(['extract'], { env: { ...env, LOOKUPS_ADDRESS: listen.join() } })
  const fetchAt = (at: number, more = {}) =>
    startParts(['fetch'], { env: { ...env, ...more, LOOKUPS_LISTEN: listen[at] ?? '' } })

  it('share the work between two processes of the same part', async () => {
    const held = Promise.withResolvers<void>()
    const inside = new Set<string>()
    site = await openSite({
      hosts: HOSTS,
      async before(path) {
        inside.add(path)
        await held.promise
      },
    })
    await Promise.all([0, 1].map((at) => fetchAt(at, { FETCH_CONCURRENCY: '1' })))
    external = await externalKafka(env)
    const requests = Array.from({ length: HOSTS }, (_, at) => {
      const parameters = { url: site.url(`/shared-${at}`, at), fields: 'basic' }
      return {
        ...binaryRequest(`${listen[0]}-${at}`, { operation: 'metadata', parameters }),
        key: `host-${at}`,
      }
    })
    await external.produce(BATCH, requests)
    while (inside.size < 2) await sleep(10)
    held.resolve()
    await startExtract()
    const ids = requests.map(({ headers }) => String(headers?.ce_id))
    await untilEnded(external, ids)
    expect(tally(ids, external.records)).to.deep.equal({ once: HOSTS, lost: [], several: [] })
  })

  it('hand over on SIGTERM: nothing is lost or done twice', async () => {
    site = await openSite({ hosts: HOSTS, before: () => sleep(20 + Math.random() * 100) })
    const first = await fetchAt(0)
    await fetchAt(1)
    const [extract] = await Promise.all([0, 1].map(startExtract))
    external = await externalKafka(env)
    const load = startLoad({ site, hosts: HOSTS, external, batch: 200, gateways: [] })
    while (external.records.length < 20) await sleep(10)
    expect(await Promise.all([first.stop(), extract?.stop()])).to.deep.equal([0, 0])
    await load.finish()
    const ids = [...load.accepted.keys()]
    await untilEnded(external, ids)
    expect(tally(ids, external.records)).to.deep.equal({ once: ids.length, lost: [], several: [] })
    expect(external.records).to.have.length(ids.length)
    const paths = [...load.accepted.values()]
    expect(paths.filter((path) => site.hits(path) !== 1)).to.deep.equal([])
  })

  it('run without the database of batches, but for the batch part, which says what to set', async () => {
    const { POSTGRES_URL: _, ...without } = env
    const alone = await runToEnd(['batch'], { env: { ...without, LOOKUPS_ADDRESS: listen.join() } })
    expect(alone.code).to.equal(1)
    expect(alone.stderr).to.match(/^With KAFKA_BROKERS, batches are in PostgreSQL: set POSTGRES_URL=.*$/m)
    const [lookups = ''] = listen
    const parts = await startParts(['gateway', 'fetch', 'extract', 'batch'], {
      env: { ...without, LOOKUPS_LISTEN: lookups, LOOKUPS_ADDRESS: lookups },
    })
    expect(parts.stderr()).to.include('The batch part does not start. With KAFKA_BROKERS')
    site = await openSite({ hosts: 1 })
    expect((await getMetadata(parts.url, site.url('/page'))).status).to.equal(200)
    const headers = { 'x-api-key': API_KEY, 'content-type': 'application/x-ndjson' }
    const body = `${site.url('/page')}\n`
    const batch = await fetch(`${parts.url}/batches?operation=metadata`, { method: 'POST', headers, body })
    expect([batch.status, batch.headers.has('retry-after')]).to.deep.equal([503, true])
  })
})
