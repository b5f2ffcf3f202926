import { expect } from 'chai'
import { type ForecastRequest, makeWaitForecast } from '#gateway/inspections/admission/wait-forecast.ts'
import type { ReportedLoad } from '#shared/consumer/pool/load-tracker.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

type Waiting = Readonly<Record<string, number>>

/** A process with two slots for captures of a second each, and for measurements of three. */
const process = (together: Waiting = {}, alone: Waiting = {}, id = 'a process'): ReportedLoad => ({
  id,
  together: { slots: 2, perOwner: 2, seconds: 1, ...named(together) },
  alone: { slots: 1, perOwner: 1, seconds: 3, ...named(alone) },
})

/** A report that names all owners. */
const named = (waiting: Waiting) => ({
  owners: Object.keys(waiting).length,
  jobs: Object.values(waiting).reduce((sum, one) => sum + one, 0),
  waiting,
})

/** A call that waits 45 s: its answer has to be expected within 27 s. */
const capture = (tenant: string, more: Partial<ForecastRequest> = {}): ForecastRequest => ({
  sharing: 'together',
  tenant,
  waitMs: 45_000,
  ...more,
})

describe('wait-forecast', () => {
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
  })
  afterEach(() => clock.stop())

  /** How many successive calls of an owner are accepted. */
  function accepted(forecast: ReturnType<typeof makeWaitForecast>, demand: ForecastRequest): number {
    for (let count = 0; count < 10_000; count++) {
      if (forecast.retryAfter(demand) !== null) return count
      forecast.adjust(demand, 1)
    }
    throw new Error('none was refused')
  }

  it('accepts all before it has a report', () => {
    const forecast = makeWaitForecast()
    for (let count = 0; count < 1000; count++) forecast.adjust(capture('a'), 1)
    expect(forecast.retryAfter(capture('a'))).to.equal(null)
    expect(forecast.expectedWait('together', 'idle')).to.equal(null)
  })

  it('accepts an inspection whose answer is expected within 0.6 of its caller’s time', () => {
    const forecast = makeWaitForecast()
    forecast.update([process()])
    // With 53 ahead the next begins after (53 - 1) / 2 = 26 s and is answered after 27 s.
    expect(accepted(forecast, capture('a'))).to.equal(54)
  })

  it('accepts what even the process with the longest queue is expected to answer in time', () => {
    const forecast = makeWaitForecast()
    for (let report = 0; report < 3; report++)
      forecast.update([process({ a: 30 }), process({ a: 10 }, {}, 'another')])
    // Half as long again as the mean: 26 / 1.5 s for the mean queue of four slots, so 69 + 3 ahead, of which 40 are there.
    expect(accepted(forecast, capture('a'))).to.equal(33)
  })

  it('counts no slots of processes that are given no work', () => {
    const forecast = makeWaitForecast()
    const idle = process({}, {}, 'idle')
    const none = { slots: 0, perOwner: 0 }
    forecast.update([
      process(),
      { ...idle, together: { ...idle.together, ...none }, alone: { ...idle.alone, ...none } },
    ])
    expect(accepted(forecast, capture('a'))).to.equal(54)
  })

  it('keeps what it knows while no process has a partition', () => {
    const forecast = makeWaitForecast()
    forecast.update([process()])
    const of = process()
    forecast.update([{ ...of, together: { ...of.together, slots: 0, perOwner: 0 } }])
    expect(accepted(forecast, capture('a'))).to.equal(54)
  })

  it('counts the slots of 100 processes', () => {
    const forecast = makeWaitForecast()
    forecast.update(Array.from({ length: 100 }, (_, at) => process({}, {}, `process ${at}`)))
    // 200 at once, and 26 rounds of 200.
    expect(accepted(forecast, capture('a'))).to.equal(200 + 26 * 200)
  })

  it('lets callers with more time wait longer', () => {
    const forecast = makeWaitForecast()
    forecast.update([process()])
    expect(accepted(forecast, capture('a', { waitMs: 10_000 }))).to.equal(12)
    expect(forecast.retryAfter(capture('a', { waitMs: 3_600_000 }))).to.equal(null)
  })

  it('accepts an inspection that can begin at once, however little time its caller has', () => {
    const forecast = makeWaitForecast()
    forecast.update([process()])
    expect(accepted(forecast, capture('a', { waitMs: 300 }))).to.equal(2)
  })

  it('leaves room for each owner, whatever the others have', () => {
    const forecast = makeWaitForecast()
    forecast.update([process()])
    expect(accepted(forecast, capture('flood'))).to.equal(54)
    // The n-th has n of its owner and n + 1 of the other owner ahead.
    expect(accepted(forecast, capture('modest'))).to.equal(27)
  })

  it('predicts measurements from measurements', () => {
    const forecast = makeWaitForecast()
    forecast.update([process({ a: 1000 })])
    const measurement = capture('a', { sharing: 'alone' })
    // With 8 ahead it begins after 24 s and is answered after 27 s.
    expect(accepted(forecast, measurement)).to.equal(9)
  })

  it('counts a lasting backlog of other gateways, and its own inspections once', () => {
    const forecast = makeWaitForecast()
    for (let count = 0; count < 10; count++) forecast.adjust(capture('a'), 1)
    for (let report = 0; report < 3; report++)
      forecast.update([process({ a: 20 }), process({ a: 15 }, {}, 'another')])
    // 35 in all at four slots, each a second.
    expect(forecast.expectedWait('together', 'busiest')).to.equal(8)
    forecast.update([process({ a: 6 }), process({ a: 4 }, {}, 'another')])
    expect(forecast.expectedWait('together', 'busiest')).to.equal(1.75)
  })

  /**
   * Calls of one owner for some seconds, two of which are answered a second; returns how many were ahead of each
   * accepted one.
   */
  async function submit(forecast: ReturnType<typeof makeWaitForecast>, perSecond: number, seconds: number) {
    const ahead: number[] = []
    for (let second = 0; second < seconds; second++) {
      forecast.update([process()])
      for (let ended = 0; ended < 2; ended++) forecast.adjust(capture('a'), -1)
      const accepted = Array.from({ length: perSecond }, () => {
        if (forecast.retryAfter(capture('a')) !== null) return []
        forecast.adjust(capture('a'), 1)
        return [forecast.expectedWait('together', 'busiest') ?? Number.NaN]
      })
      ahead.push(...accepted.flat())
      await clock.pass(1000)
    }
    return ahead
  }

  it('keeps a standing queue short at the same rate of answers', async () => {
    const forecast = makeWaitForecast()
    await submit(forecast, 4, 60)
    const ahead = await submit(forecast, 4, 100)
    // Two a second; three seconds ahead, and the half second of the last one.
    expect(ahead).to.have.length(200)
    expect(Math.max(...ahead)).to.equal(3.5)
    await submit(forecast, 1, 30)
    // With fewer calls than answers the queue becomes empty: a burst is accepted again.
    expect(accepted(forecast, capture('a'))).to.be.within(50, 54)
  })

  it('assigns successive places to the calls that it rejects', async () => {
    const forecast = makeWaitForecast()
    forecast.update([process()])
    accepted(forecast, capture('a'))
    const reported = () => forecast.retryAfter(capture('a')) ?? 0
    // Two places a second get free for the only owner.
    const first = [reported(), reported(), reported(), reported(), reported(), reported()]
    expect(first.at(0)).to.equal(1)
    expect(first.at(-1)).to.be.within(3, 4)
    await clock.pass(10_000)
    expect(reported()).to.equal(1)
    for (let count = 0; count < 1000; count++) reported()
    expect(reported()).to.be.at.most(62)
  })

  it('keeps the last report while a process is replaced, for a limited time', async () => {
    const forecast = makeWaitForecast()
    forecast.update([process()])
    accepted(forecast, capture('a'))
    for (let second = 0; second < 20; second++) {
      await clock.pass(1000)
      forecast.update([])
    }
    expect(forecast.retryAfter(capture('a'))).to.be.a('number')
    await clock.pass(15_000)
    forecast.update([])
    expect(forecast.retryAfter(capture('a'))).to.equal(null)
  })

  it('keeps the places that it promised when new reports come', () => {
    const load = { slots: 1, perOwner: 1, seconds: 10, ...named({}) }
    const forecast = makeWaitForecast()
    const request = { sharing: 'together', tenant: 'a', waitMs: 60_000 } as const
    const report = () => forecast.update([{ id: 'a process', together: load, alone: load }])
    report()
    for (let count = 0; count < 3; count++) forecast.adjust(request, 1)
    const first = forecast.retryAfter(request) ?? 0
    report()
    // One place gets free every ten seconds.
    expect(forecast.retryAfter(request)).to.be.within(first + 9, first + 10)
  })
})
