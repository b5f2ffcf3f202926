import { expect } from 'chai'
import { makeWaitForecast } from '#gateway/inspections/admission/wait-forecast.ts'
import { FairQueue } from '#shared/async/fair-queue.ts'
import type { Job } from '#shared/consumer/pool/job.ts'
import { makeLoadTracker } from '#shared/consumer/pool/load-tracker.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

const STEP_MS = 100
const SECONDS = 300
const SLOTS = 2
/** Two slots, a second each. */
const CAPACITY = 2
const WORK_MS = [400, 1600, 700, 1300]
const WAITS_MS = 45_000

interface Call extends Job {
  readonly owner: string
  readonly cameAt: number
  readonly workMs: number
  endsAt: number
}

interface Tally {
  requested: number
  rejected: number
  inTime: number
  late: number
}

/** A stage with its fair queue, and two gateways that share the calls and read its report once a second. */
function simulation(clock: DrivenClock, shares: readonly number[]) {
  const load = makeLoadTracker({ slots: SLOTS, perOwner: SLOTS })
  const queue = new FairQueue<Job>()
  const gateways = [0, 1].map(() => makeWaitForecast())
  const running = new Set<Call & { readonly gateway: number }>()
  const tallies = shares.map((): Tally => ({ requested: 0, rejected: 0, inTime: 0, late: 0 }))
  let reported = load.report(true)
  let count = 0
  let accepted = 0

  function submit(at: number): void {
    const tally = tallies[at] as Tally
    const gateway = count++ % gateways.length
    const demand = { sharing: 'together' as const, tenant: `owner-${at}`, waitMs: WAITS_MS }
    tally.requested += 1
    if (gateways[gateway]?.retryAfter(demand) !== null) {
      tally.rejected += 1
      return
    }
    gateways[gateway]?.adjust(demand, 1)
    const workMs = WORK_MS[accepted++ % WORK_MS.length] as number
    const job = {
      lane: 'interactive' as const,
      key: null,
      tenant: demand.tenant,
      run: async () => 'over' as const,
    }
    const call = { ...job, owner: demand.tenant, cameAt: clock.now(), workMs, endsAt: 0, gateway }
    load.countJob(call, 1)
    queue.add(call)
  }

  function end(call: Call & { readonly gateway: number }): void {
    running.delete(call)
    load.countJob(call, -1)
    load.recordDuration('together', call.workMs)
    gateways[call.gateway]?.adjust({ sharing: 'together', tenant: call.owner }, -1)
    const tally = tallies[Number(call.owner.slice('owner-'.length))] as Tally
    if (clock.now() - call.cameAt <= WAITS_MS) tally.inTime += 1
    else tally.late += 1
  }

  function work(): void {
    for (const call of running) if (call.endsAt <= clock.now()) end(call)
    while (running.size < SLOTS) {
      const next = queue.take(() => true) as (Call & { readonly gateway: number }) | null
      if (next === null) return
      next.endsAt = clock.now() + next.workMs
      running.add(next)
    }
  }

  return {
    tallies,
    async run(perSecond: number) {
      const owners = shares.flatMap((share, at) => Array.from({ length: share }, () => at))
      let due = 0
      let seed = 1
      for (let step = 0; step < (SECONDS * 1000) / STEP_MS; step++) {
        if (step % 10 === 0) {
          // A gateway reads a report that is up to a second old.
          for (const gateway of gateways) gateway.update([{ id: 'stage', ...reported }])
          reported = load.report(true)
        }
        for (due += (perSecond * STEP_MS) / 1000; due >= 1; due--) {
          seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
          submit(owners[Math.floor((seed / 0x8000_0000) * owners.length)] as number)
        }
        work()
        await clock.pass(STEP_MS)
      }
    },
  }
}

describe('admission by predicted wait, five minutes', () => {
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
  })
  afterEach(() => clock.stop())

  const sum = (tallies: readonly Tally[], figure: keyof Tally) =>
    tallies.reduce((all, tally) => all + tally[figure], 0)

  for (const factor of [1.05, 1.2, 2]) {
    it(`answers nearly the whole capacity in time at ${factor} times the capacity, alike for ten owners`, async () => {
      const { tallies, run } = simulation(clock, Array(10).fill(1))
      await run(factor * CAPACITY)
      expect(sum(tallies, 'inTime')).to.be.at.least(0.95 * CAPACITY * SECONDS)
      expect(sum(tallies, 'late')).to.equal(0)
      // Calls arrive at random: an owner that requested less than an equal share gets no more.
      const share = (CAPACITY * SECONDS) / tallies.length
      for (const { requested, inTime } of tallies)
        expect(inTime).to.be.at.least(0.75 * Math.min(requested, share))
    })
  }

  it('rejects nothing below the capacity', async () => {
    const { tallies, run } = simulation(clock, Array(10).fill(1))
    await run(0.9 * CAPACITY)
    expect(sum(tallies, 'rejected')).to.equal(0)
    expect(sum(tallies, 'late')).to.equal(0)
  })

  it('answers modest owners while one overloads the stage', async () => {
    const { tallies, run } = simulation(clock, [30, 1, 1, 1])
    await run(2 * CAPACITY)
    const [greedy, ...modest] = tallies
    expect(sum(modest, 'rejected')).to.equal(0)
    expect(sum(tallies, 'late')).to.equal(0)
    expect(greedy?.rejected).to.be.above(200)
    expect(sum(tallies, 'inTime')).to.be.at.least(0.95 * CAPACITY * SECONDS)
  })
})
