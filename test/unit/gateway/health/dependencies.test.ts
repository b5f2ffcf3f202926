import { expect } from 'chai'
import { pino } from 'pino'
import {
  type Dependency,
  type DependencyHealth,
  isRequired,
  monitorDependencies,
} from '#gateway/health/dependencies.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import { NeedMissing } from '#shared/rpc/needs.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

type Pings = Record<Dependency, () => Promise<void>>

/** Longer than the interval between two pings and the time limit of one. */
const CHECKED_MS = 2000
const STARTUP_MS = 5000

describe('dependencies', () => {
  let pings: Pings
  let dependencies: DependencyHealth
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
    const there = async () => {}
    pings = { log: there, store: there, objects: there, lookups: there, batches: there }
  })
  afterEach(() => {
    dependencies.close()
    clock.stop()
  })

  function watch(log = silentLog): DependencyHealth {
    const counted = Object.fromEntries(
      Object.keys(pings).map((service) => [service, () => pings[service as Dependency]()]),
    )
    dependencies = monitorDependencies(counted as Pings, log)
    return dependencies
  }

  const checked = () => clock.pass(CHECKED_MS)
  const away = () => Promise.reject(new Error('connect ECONNREFUSED'))
  const never = () => new Promise<void>(() => {})

  it('is unknown at first and reports nothing once all have answered', async () => {
    watch()
    expect(dependencies.isFirstCheckDone()).to.equal(false)
    await checked()
    expect(dependencies.isFirstCheckDone()).to.equal(true)
    expect(dependencies.unavailable()).to.deep.equal([])
    dependencies.assertAvailable()
  })

  for (const [title, ping] of Object.entries({ 'that refuses': away, 'that does not answer': never })) {
    it(`reports a dependency ${title}, until it answers again`, async () => {
      pings.store = ping
      watch()
      await checked()
      expect(dependencies.unavailable()).to.deep.equal(['store'])
      expect(() => dependencies.assertAvailable())
        .to.throw(Failure)
        .with.property('code', 'SERVICE_UNAVAILABLE')
      pings.store = async () => {}
      await checked()
      expect(dependencies.unavailable()).to.deep.equal([])
      dependencies.assertAvailable()
    })
  }

  for (const service of ['log', 'store', 'lookups'] as const) {
    it(`calls the listeners once for each outage of the ${service}`, async () => {
      let losses = 0
      watch().onOutage(() => losses++)
      for (const round of [1, 2]) {
        pings[service] = away
        await checked()
        expect(losses).to.equal(round)
        pings[service] = async () => {}
        await checked()
      }
      expect(losses).to.equal(2)
    })
  }

  for (const service of ['objects', 'batches'] as const) {
    it(`accepts calls without the ${service} and reports it`, async () => {
      let losses = 0
      pings[service] = away
      watch().onOutage(() => losses++)
      await checked()
      dependencies.assertAvailable()
      expect([dependencies.unavailable(), isRequired(service)]).to.deep.equal([[service], false])
      expect(losses).to.equal(0)
      expect(() => dependencies.assertAvailable([service]))
        .to.throw(Failure)
        .with.property('code', 'SERVICE_UNAVAILABLE')
    })
  }

  it('says what a dependency misses that answers, as long as it does', async () => {
    pings.batches = () => Promise.reject(unavailable('batches', new NeedMissing('postgres')))
    watch()
    await checked()
    expect(dependencies.unavailable()).to.deep.equal(['batches'])
    expect(dependencies.reasons()).to.deep.equal({ batches: 'Its database (postgres) does not answer' })
    pings.batches = away
    await checked()
    expect(dependencies.unavailable()).to.deep.equal(['batches'])
    expect(dependencies.reasons()).to.deep.equal({})
  })

  it('logs an outage and its end, not that a dependency starts later', async () => {
    const said: string[] = []
    pings.batches = away
    watch(pino({ level: 'info' }, { write: (line: string) => void said.push(JSON.parse(line).msg) }))
    await checked()
    for (const ping of [async () => {}, away, async () => {}]) {
      pings.batches = ping
      await checked()
    }
    expect(said).to.deep.equal(['a backing service does not respond', 'a backing service is there again'])
  })

  it('logs a dependency that has not started in time, and its start', async () => {
    const said: string[] = []
    pings.batches = away
    watch(pino({ level: 'info' }, { write: (line: string) => void said.push(JSON.parse(line).msg) }))
    await clock.pass(STARTUP_MS)
    pings.batches = async () => {}
    await checked()
    expect(said).to.deep.equal(['a backing service does not respond', 'a backing service is there'])
  })

  it('pings nothing after it is closed', async () => {
    let pinged = 0
    pings.log = async () => {
      pinged += 1
    }
    watch()
    await checked()
    dependencies.close()
    const before = pinged
    expect(before).to.be.above(1)
    await checked()
    expect(pinged).to.equal(before)
  })
})
