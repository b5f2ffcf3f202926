import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import { eventually } from '#test/contract/eventually.ts'
import { binaryRequest, type ExternalClient } from '#test/support/external/external-client.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { root } from '#test/support/sandbox.ts'
import { getMetadata, metric } from '#test/support/service/api-client.ts'
import { endAllServices, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const SKEW_MS = 10_000
/**
 * Less than the skew: a process that compares it with a wrong clock would end the inspection at once, or far too
 * late.
 */
const LIFETIME_MS = 6000
const PRELOAD = new URL('./shifted-clock-preload.ts', import.meta.url).href

/** Starts the service with a wrong clock. */
function skewed(shiftMs: number): [string, ...string[]] {
  return [join(root, 'node_modules/.bin/node'), '--import', `${PRELOAD}?${shiftMs}`, 'infra/main.ts']
}

describe('processes whose clocks are wrong', function () {
  this.timeout(90_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  let site: TargetSite
  let external: ExternalClient

  before(async () => {
    site = await openSite({
      before: async (path) => sleep(path === '/hangs' ? 60_000 : 0, undefined, { ref: false }),
    })
  })
  afterEach(async () => {
    await external?.close()
    await endAllServices()
  })
  after(() => site?.close())

  /** Sends a request as a gateway with a right clock does: it expires after this many milliseconds. */
  async function sendRequest(path: string): Promise<string> {
    const id = randomUUID()
    const data = { operation: 'metadata', parameters: { url: site.url(path), fields: 'basic' } }
    const expirytime = new Date(Date.now() + LIFETIME_MS).toISOString()
    const request = binaryRequest(id, data, { expirytime, lane: 'interactive' })
    await external.produce('inspection.requested.interactive', [request])
    return id
  }

  async function topicOfEnd(id: string): Promise<string> {
    const end = () => external.records.find(({ headers }) => String(headers.ce_subject) === id)
    await eventually(() => end() !== undefined)
    return end()?.topic ?? ''
  }

  for (const [gateway, fetch] of [
    [SKEW_MS, -SKEW_MS],
    [-SKEW_MS, SKEW_MS],
  ] as const) {
    it(`answer calls in time: gateway ${gateway} ms off, fetch ${fetch} ms off`, async () => {
      const [port] = await freePorts(1)
      const env = {
        ...{ ...kafka.env, ...redis.env, ...minio.env, ...postgres.env },
        KAFKA_TOPIC_PREFIX: `${kafka.env.KAFKA_TOPIC_PREFIX}${gateway}.`,
        LOOKUPS_LISTEN: `127.0.0.1:${port}`,
        LOOKUPS_ADDRESS: `127.0.0.1:${port}`,
        // No other limit ends the page that hangs.
        FETCH_TIMEOUT_MS: '60000',
      }
      const [service, fetching] = await Promise.all([
        startParts(['gateway'], { env, command: skewed(gateway) }),
        startParts(['fetch'], { env, command: skewed(fetch) }),
        startParts(['extract'], { env }),
      ])
      external = await externalKafka(env)
      // A busy machine may refuse some calls, as documented.
      await eventually(async () => {
        const { status } = await getMetadata(service.url, site.url('/called'))
        expect(status).to.be.oneOf([200, 503])
        return status === 200
      })

      const answered = await topicOfEnd(await sendRequest('/asked'))
      const began = performance.now()
      const expired = await topicOfEnd(await sendRequest('/hangs'))
      const tookMs = performance.now() - began
      const wrong = [answered !== 'result.metadata', expired !== 'inspection.failed'].filter(Boolean).length
      const fault = `the clock of the gateway ${gateway / 1000} s off, that of fetch ${fetch / 1000} s`
      reportFault({ fault, accepted: 2, lost: 0, wrong })
      expect([answered, expired]).to.deep.equal(['result.metadata', 'inspection.failed'])
      // With the clock errors it would be 0 or 16 s.
      expect(tookMs).to.be.within(LIFETIME_MS - 1000, LIFETIME_MS + SKEW_MS - 1000)

      const offset = await metric(service.url, 'pageprobe_clock_offset_seconds')
      expect(offset).to.be.closeTo(gateway / 1000, 1)
      for (const one of [service, fetching])
        expect(one.stderr()).to.match(/clock differs from that of the store/)
    })
  }
})
