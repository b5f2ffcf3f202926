import { expect } from 'chai'
import { type ForecastRequest, makeWaitForecast } from '#gateway/inspections/admission/wait-forecast.ts'
import type { ReportedLoad } from '#shared/consumer/pool/load-tracker.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

const limits = { share: 0.6, standingMs: 3000 }

type Waiting = Readonly<Record<string, number>>

/** A process with two slots for captures of a second each, and measurements of three. */
const process = (together: Waiting = {}, alone: Waiting = {}): ReportedLoad => ({
  id: 'a process',
  together: { slots: 2, perOwner: 2, seconds: 1, waiting: together },
  alone: { slots: 1, perOwner: 1, seconds: 3, waiting: alone },
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

  /** How many of an owner's calls are accepted, one after the other. */
  function accepted(forecast: ReturnType<typeof makeWaitForecast>, demand: ForecastRequest): number {
    for (let count = 0; count < 10_000; count++) {
      if (forecast.retryAfter(demand) !== null) return count
      forecast.adjust(demand, 1)
    }
    throw new Error('none was refused')
  }

  it('refuses nothing before it knows of a process', () => {
    const forecast = makeWaitForecast(limits)
    for (let count = 0; count < 1000; count++) forecast.adjust(capture('a'), 1)
    expect(forecast.retryAfter(capture('a'))).to.equal(null)
    expect(forecast.expectedWait('together', 'idle')).to.equal(null)
  })

  it('accepts what will be answered in six tenths of the time that its caller waits', () => {
    const forecast = makeWaitForecast(limits)
    forecast.update([process()])
    // With 53 ahead the next begins after (53 - 1) / 2 = 26 s and is answered after 27 s.
    expect(accepted(forecast, capture('a'))).to.equal(54)
  })

  it('lets those queue longer who wait longer', () => {
    const forecast = makeWaitForecast(limits)
    forecast.update([process()])
    expect(accepted(forecast, capture('a', { waitMs: 10_000 }))).to.equal(12)
    expect(forecast.retryAfter(capture('a', { waitMs: 3_600_000 }))).to.equal(null)
  })

  it('accepts what can begin at once, however little time its caller has', () => {
    const forecast = makeWaitForecast(limits)
    forecast.update([process()])
    expect(accepted(forecast, capture('a', { waitMs: 300 }))).to.equal(2)
  })

  it('leaves room for each owner, whatever others have', () => {
    const forecast = makeWaitForecast(limits)
    forecast.update([process()])
    expect(accepted(forecast, capture('flood'))).to.equal(54)
    // Its n-th has n of its own and n + 1 of the other's ahead.
    expect(accepted(forecast, capture('modest'))).to.equal(27)
  })

  it('predicts measurements by measurements', () => {
    const forecast = makeWaitForecast(limits)
    forecast.update([process({ a: 1000 })])
    const measurement = capture('a', { sharing: 'alone' })
    // With 8 ahead it begins after 24 s and is answered after 27 s.
    expect(accepted(forecast, measurement)).to.equal(9)
  })

  it('counts what other gateways accept once it stays, and its own once', () => {
    const forecast = makeWaitForecast(limits)
    for (let count = 0; count < 10; count++) forecast.adjust(capture('a'), 1)
    for (let telling = 0; telling < 3; telling++) forecast.update([process({ a: 20 }), process({ a: 15 })])
    // 35 in all at four slots, each a second.
    expect(forecast.expectedWait('together', 'busiest')).to.equal(8)
    forecast.update([process({ a: 6 }), process({ a: 4 })])
    expect(forecast.expectedWait('together', 'busiest')).to.equal(1.75)
  })

  /** One owner's calls for so many seconds, of which two a second are answered; how many waited ahead of each that was accepted. */
  async function ask(forecast: ReturnType<typeof makeWaitForecast>, perSecond: number, seconds: number) {
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

  it('keeps a queue short that stays, at the same rate of answers', async () => {
    const forecast = makeWaitForecast(limits)
    await ask(forecast, 4, 60)
    const ahead = await ask(forecast, 4, 100)
    // Two a second; three seconds ahead, and the half second of the one that came last.
    expect(ahead).to.have.length(200)
    expect(Math.max(...ahead)).to.equal(3.5)
    await ask(forecast, 1, 30)
    // Fewer calls than are answered have the queue empty: a burst is taken as ever.
    expect(accepted(forecast, capture('a'))).to.be.within(50, 54)
  })

  it('promises places one after the other to those that it refuses', async () => {
    const forecast = makeWaitForecast(limits)
    forecast.update([process()])
    accepted(forecast, capture('a'))
    const told = () => forecast.retryAfter(capture('a')) ?? 0
    // Two places a second get free for the one owner.
    const first = [told(), told(), told(), told(), told(), told()]
    expect(first.at(0)).to.equal(1)
    expect(first.at(-1)).to.be.within(3, 4)
    await clock.pass(10_000)
    expect(told()).to.equal(1)
    for (let count = 0; count < 1000; count++) told()
    expect(told()).to.be.at.most(62)
  })

  it('goes on with what it knows while a process is replaced, and not for ever', async () => {
    const forecast = makeWaitForecast(limits)
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
})
