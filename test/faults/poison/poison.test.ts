import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import {
  BATCH,
  binaryRequest,
  type ExternalClient,
  outcomesOf,
  tally,
} from '#test/support/external/external-client.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import { repeatsIn, untilEnded } from '#test/support/faults/load.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const NEIGHBOURS = 12
/** Longer than the poison needs: all work in progress beside it dies with the process. */
const NEIGHBOUR_MS = 400
/** Default of the setting: the first crash marks the partition only, the next three the record. */
const DELIVERIES = 4
/** Far above the expected number: a stage that never gives up would reach it. */
const MOST_ENDS = 7

describe('a record that kills its stage, on Kafka, Redis and MinIO', function () {
  this.timeout(180_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  let site: TargetSite
  let external: ExternalClient
  let fetch: ServiceProcess

  after(async () => {
    await endAllServices()
    await external?.close()
    await site?.close()
  })

  it('becomes a failure after four crashes, and its neighbours succeed', async () => {
    const [lookups] = await freePorts(1)
    const env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      ...postgres.env,
      BATCH_HOST_DELAY_MS: '0',
      LOOKUPS_LISTEN: `127.0.0.1:${lookups}`,
      LOOKUPS_ADDRESS: `127.0.0.1:${lookups}`,
    }
    let ends = 0
    site = await openSite({
      hosts: NEIGHBOURS + 1,
      async before(path) {
        if (path !== '/poison') return sleep(NEIGHBOUR_MS)
        await fetch.kill()
      },
    })
    const paths = ['/poison', ...Array.from({ length: NEIGHBOURS }, (_, n) => `/neighbour-${n}`)]
    const requests = paths.map((path, host) =>
      binaryRequest(path, {
        operation: 'metadata',
        parameters: { url: site.url(path, host), fields: 'basic' },
      }),
    )
    await startParts(['extract'], { env })
    fetch = await startParts(['fetch'], { env })
    external = await externalKafka(env)
    await external.produce(BATCH, requests)
    while (!outcomesOf(external.records).has('/poison') && ends < MOST_ENDS) {
      const hasEnded = await Promise.race([fetch.ended.then(() => true), sleep(200, false)])
      if (!hasEnded) continue
      ends += 1
      fetch = await startParts(['fetch'], { env })
    }
    await untilEnded(external, paths)
    const outcomes = outcomesOf(external.records)
    const isResult = (path: string) => outcomes.get(path)?.[0]?.topic === 'result.metadata'
    reportFault({
      fault: `a record that killed its stage ${ends} times, among others`,
      accepted: paths.length,
      lost: tally(paths, external.records).lost.length,
      wrong: paths.filter((path) => isResult(path) === (path === '/poison')).length,
      repeated: repeatsIn(external.records),
    })
    const asked = paths.map((path) => site.hits(path))
    console.log(`      the pages were requested ${asked.join(', ')} times`)
    expect(ends).to.equal(DELIVERIES)
    expect(site.hits('/poison')).to.equal(DELIVERIES)
    expect(tally(paths, external.records)).to.deep.equal({ once: paths.length, lost: [], several: [] })
    const [poison] = outcomes.get('/poison') ?? []
    expect(poison?.topic).to.equal('inspection.failed')
    expect(JSON.parse(poison?.content ?? '{}').code).to.equal('INTERNAL_ERROR')
    for (const path of paths.slice(1)) {
      expect(outcomes.get(path)?.[0]?.topic, path).to.equal('result.metadata')
    }
  })
})
