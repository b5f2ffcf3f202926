import { expect } from 'chai'
import { readLoads } from '#gateway/inspections/admission/load-reports.ts'
import { freePorts } from '#infra/services/process.ts'
import { eventually } from '#test/contract/eventually.ts'
import { watchGroup } from '#test/support/external/group-watch.ts'
import { openRenderProcesses, type RenderProcesses } from '#test/support/faults/render-processes.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { metric, postSnapshot } from '#test/support/service/api-client.ts'
import { makeKey } from '#test/support/service/keys.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { countAnswers, isRefused, openLoop, type TimedAnswer } from './snapshot-load.ts'

const PROCESSES = 24
const PARTITIONS = 12
const SLOTS = 2
const WORK_MS = 2000
/** Of the processes that are given work: the others cannot help. */
const USABLE_SLOTS = PARTITIONS * SLOTS
const OWNERS = 10
/** Within the time of a burst, for which a queue may be long. */
const BURST = { perSecond: 80, seconds: 7 }
/** A busy machine refuses calls for other reasons as well. */
const LEAST_ACCEPTED = 2 * USABLE_SLOTS
/** A call with the usual timeout waits so long. */
const WAIT_SECONDS = 45
/** Held calls, to learn from the predicted wait how many slots the gateway counts with. */
const HELD = 119
const DRAIN_LIMIT_MS = 60_000

describe(`${PROCESSES} render processes on ${PARTITIONS} partitions`, function () {
  this.timeout(240_000)
  // Before the hook that stops Redis: a process that lost its store would go on asking for it.
  after(async () => {
    held?.resolve()
    await processes?.close()
    await endAllServices()
  })
  const services = [sharedKafka(), ownRedis(), sharedMinio(), sharedPostgres()]
  let env: Readonly<Record<string, string>>
  let gateway: ServiceProcess
  let processes: RenderProcesses
  let held: PromiseWithResolvers<void>
  let pages = 0

  before('start a gateway, and render processes without browsers', async () => {
    const [lookups] = await freePorts(1)
    const address = `127.0.0.1:${lookups}`
    env = Object.assign({}, ...services.map((service) => service.env), {
      ...{ KAFKA_PARTITIONS: String(PARTITIONS), LOG_LEVEL: 'error' },
      ...{ LOOKUPS_LISTEN: address, LOOKUPS_ADDRESS: address, BATCHES_LISTEN: '127.0.0.1:0' },
    })
    gateway = await startParts(['fetch', 'gateway', 'batch'], { env })
    held = Promise.withResolvers()
    processes = openRenderProcesses({
      ...{ env, partitions: PARTITIONS, slots: SLOTS, workMs: WORK_MS },
      before: () => held.promise,
    })
    await Promise.all(Array.from({ length: PROCESSES }, () => processes.start()))
  })
  // Also when a test fails: the next one needs processes that work.
  afterEach(() => held.resolve())

  const reportedSlots = async () =>
    (await readLoads(processes.store)).map(({ together }) => together.slots).toSorted((a, b) => b - a)
  const untilReported = (slots: readonly number[]) =>
    eventually(async () => (await reportedSlots()).join() === slots.join())
  const slotsOf = (working: number, idle: number) => [...Array(working).fill(SLOTS), ...Array(idle).fill(0)]

  /** Each of another host, since requests of one host may share a process. */
  function snapshot(key: string, headers = {}) {
    const page = ++pages
    const url = `http://127.1.${page >> 8}.${page & 255}:8080/`
    return postSnapshot(gateway.url, { url }, { key, headers, timeoutMs: 2000 * WAIT_SECONDS })
  }

  async function timedSnapshot(key: string): Promise<TimedAnswer> {
    const began = performance.now()
    const { status, headers } = await snapshot(key)
    const endedAt = performance.now()
    return { status, ms: endedAt - began, endedAt, isLate: headers.has('location') }
  }

  it('report the slots of those alone that own a partition, which is what the gateway counts with', async () => {
    await untilReported(slotsOf(PARTITIONS, PROCESSES - PARTITIONS))
    const group = await watchGroup(env, 'render.interactive')
    const owners = await group.owners()
    await group.close()
    expect(owners.size).to.equal(PARTITIONS)
    expect(new Set(owners.values()).size).to.equal(PARTITIONS)
    const key = await makeKey(gateway.url)
    for (let call = 0; call < HELD; call++)
      expect((await snapshot(key, { prefer: 'respond-async' })).status).to.equal(202)
    // All but one of a round of slots have to end before the next one begins, each after a second.
    const wait = await metric(
      gateway.url,
      'pageprobe_predicted_wait_seconds{operation="snapshot",owner="busiest"}',
    )
    expect((HELD + 1) / (wait + 1)).to.be.closeTo(USABLE_SLOTS, 0.01)
    held.resolve()
    await eventually(
      async () => (await readLoads(processes.store)).every(({ together }) => together.jobs === 0),
      DRAIN_LIMIT_MS,
    )
  })

  it('answer every call that was accepted in its time, of six times as many as they can do', async () => {
    const keys = await Promise.all(Array.from({ length: OWNERS }, () => makeKey(gateway.url)))
    const began = performance.now()
    const answers = await openLoop(BURST, (at) => timedSnapshot(keys[at % OWNERS] as string))
    const counts = countAnswers(answers)
    reportFault({
      fault: `${answers.length} snapshots at ${PROCESSES} processes on ${PARTITIONS} partitions`,
      ...counts,
    })
    const [slowest, lastRefusal] = [
      Math.max(...answers.map(({ ms }) => ms)),
      lastOf(answers.filter(isRefused)),
    ]
    console.log(
      `      ${counts.accepted} accepted, the slowest answered after ${(slowest / 1000).toFixed(1)} s`,
    )
    expect(counts).to.include({ lost: 0, wrong: 0 })
    // A round at once, and what fits into six tenths of the time, less the work itself; and what ended until all had come.
    const seconds = 0.6 * WAIT_SECONDS - WORK_MS / 1000 + (lastRefusal - began) / 1000
    expect(counts.accepted).to.be.within(
      LEAST_ACCEPTED,
      USABLE_SLOTS + (USABLE_SLOTS * 1000 * seconds) / WORK_MS,
    )
  })

  it('count as before when others take the partitions of processes that end', async () => {
    for (let process = 0; process < PROCESSES - PARTITIONS - 2; process++) await processes.stopFirst()
    await untilReported(slotsOf(PARTITIONS, 2))
  })
})

/** When the last of these answers came. */
function lastOf(answers: readonly TimedAnswer[]): number {
  return Math.max(0, ...answers.map(({ endedAt }) => endedAt))
}
