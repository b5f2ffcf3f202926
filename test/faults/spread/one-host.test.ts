import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts } from '#infra/services/process.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { type ExternalClient, outcomesOf, tally } from '#test/support/external/external-client.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import { watchGroup } from '#test/support/external/group-watch.ts'
import { repeatsIn } from '#test/support/faults/load.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { metric, postSnapshot, readEnded } from '#test/support/service/api-client.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const PROCESSES = 4
const CAPTURES = 200
/** Of the same host, by one process: so many that its time is a quarter of that for all. */
const ALONE = CAPTURES / PROCESSES
/** Pages wait for their host, so that slots rather than cores decide how long the captures take. */
const PAGE_MS = 3000
const SLOTS = '2'
const END_LIMIT_MS = 400_000
const POLL_MS = 50
const MAX_TRIES = 10
const GROUP = 'render.interactive'

interface Render {
  readonly process: ServiceProcess
  /** Captures that the process has completed. */
  completed(): Promise<number>
}

describe('Captures of one host at once, on Kafka, Redis and MinIO', function () {
  this.timeout(540_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  let env: Record<string, string>
  let site: TargetSite
  let gateway: ServiceProcess
  let external: ExternalClient

  before(async function () {
    requireBrowser(this)
    const [port] = await freePorts(1)
    const lookups = { LOOKUPS_LISTEN: `127.0.0.1:${port}`, LOOKUPS_ADDRESS: `127.0.0.1:${port}` }
    env = { ...kafka.env, ...redis.env, ...minio.env, ...lookups, RENDER_CONCURRENCY: SLOTS }
    site = await openSite({ before: () => sleep(PAGE_MS) })
    gateway = await startParts(['fetch', 'gateway'], { env })
    external = await externalKafka(env)
  })
  after(async () => {
    await external?.close()
    await endAllServices()
    await site?.close()
  })

  async function startRender(): Promise<Render> {
    const [port] = await freePorts(1)
    const listen = { METRICS_LISTEN: `127.0.0.1:${port}`, PUBLIC_URL: gateway.url }
    const process = await startParts(['render'], { env: { ...env, ...listen } })
    const series = 'pageprobe_stage_work_seconds_count{stage="render",lane="interactive",outcome="completed"}'
    return {
      process,
      completed: async () => (await metric(`http://127.0.0.1:${port}`, series)) || 0,
    }
  }

  /** Resolves when so many processes share the partitions. */
  async function untilShared(processes: number): Promise<void> {
    const group = await watchGroup(env, GROUP)
    while (new Set((await group.owners()).values()).size < processes) await sleep(POLL_MS)
    await group.close()
  }

  /** A call that a busy machine refuses, or whose idle connection was closed, is made again. */
  async function ask(path: string): Promise<string> {
    const body = { url: site.url(path), viewport: { width: 320, height: 240 }, timeout: 60_000 }
    for (let tries = 1; ; tries++) {
      const headers = { prefer: 'respond-async' }
      const answer = await postSnapshot(gateway.url, body, { headers }).catch(() => null)
      if (answer?.status === 202) return answer.headers.get('location')?.split('/').at(-1) as string
      expect([503, undefined], answer?.text).to.include(answer?.status)
      expect(tries, 'of a call').to.be.below(MAX_TRIES)
      await sleep(Number(answer?.headers.get('retry-after') ?? 1) * 1000)
    }
  }

  /** Asks for captures of pages of one host, all at once; resolves when all have ended. */
  async function capture(name: string, count: number): Promise<{ ids: string[]; ms: number }> {
    const since = performance.now()
    const ids = await Promise.all(Array.from({ length: count }, (_, page) => ask(`/${name}-${page}`)))
    while (tally(ids, external.records).lost.length > 0 && performance.now() - since < END_LIMIT_MS) {
      await sleep(POLL_MS)
    }
    return { ids, ms: performance.now() - since }
  }

  const notCaptured = (ids: readonly string[]) => {
    const outcomes = outcomesOf(external.records)
    return ids.filter((id) => outcomes.get(id)?.some(({ topic }) => topic !== 'result.snapshot'))
  }

  it('use four render processes alike, and end in a third of the time that one needs', async () => {
    const first = await startRender()
    await untilShared(1)
    await capture('warm', Number(SLOTS))
    const alone = await capture('alone', ALONE)
    const before = await first.completed()
    const others = await Promise.all(Array.from({ length: PROCESSES - 1 }, startRender))
    await untilShared(PROCESSES)

    const all = await capture('page', CAPTURES)
    const shares = await Promise.all([first, ...others].map(({ completed }) => completed()))
    shares[0] = (shares[0] ?? 0) - before
    const ofOneMs = alone.ms * (CAPTURES / ALONE)
    const { lost } = tally(all.ids, external.records)
    reportFault({
      fault: `${CAPTURES} captures of one host at once, ${PROCESSES} render processes`,
      accepted: CAPTURES,
      lost: lost.length,
      wrong: notCaptured(all.ids).length,
      repeated: repeatsIn(external.records),
      recoveredMs: all.ms,
    })
    console.log(`      shares ${shares.join(', ')}; one process needs ${Math.round(ofOneMs)} ms`)

    expect(lost, 'without an answer').to.deep.equal([])
    expect(notCaptured(all.ids), 'that failed').to.deep.equal([])
    const answers = await Promise.all(all.ids.map((id) => readEnded(gateway.url, id)))
    expect(answers.map(({ status }) => status)).to.deep.equal(all.ids.map(() => 200))
    const even = CAPTURES / PROCESSES
    for (const share of shares) expect(share, 'captures of a process').to.be.within(even / 3, even * 2)
    expect(all.ms, 'time of all').to.be.at.most(ofOneMs / 3)
  })
})
