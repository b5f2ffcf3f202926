import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import {
  clearInFlight,
  type InFlightInspection,
  type JoinRequest,
  makeSingleFlight,
} from '#gateway/inspections/single-flight.ts'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { unavailable } from '#shared/errors.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { inFlightKey } from '#shared/store/keys.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const MINUTE_MS = 60_000

describe('single-flight', () => {
  let database: Database
  let store: ResultStore
  let started: string[]
  let released: string[]
  beforeEach(() => {
    database = openDatabase(':memory:')
    store = sqliteResultStore({ database })
    started = []
    released = []
  })
  afterEach(async () => {
    await store.close()
    database.close()
  })

  /** A request whose caller waits a minute; its own inspection would live two. */
  function joinRequestOf(changed: Partial<JoinRequest> = {}): JoinRequest {
    const own = { id: randomUUID(), expiresAt: Date.now() + 2 * MINUTE_MS }
    return {
      identity: 'metadata:x',
      own,
      until: Date.now() + MINUTE_MS,
      admit: () => null,
      release: () => void released.push(own.id),
      async start() {
        started.push(own.id)
        return true
      },
      ...changed,
    }
  }

  const idOf = (inInFlight: InFlightInspection | null) => inInFlight?.id

  it('starts one inspection for simultaneous identical requests, over all gateways', async () => {
    const gateways = [makeSingleFlight(store, noMetrics), makeSingleFlight(store, noMetrics)]
    const singleFlight = await Promise.all(
      Array.from({ length: 200 }, (_, at) => gateways[at % 2]?.joinOrStart(joinRequestOf()) ?? null),
    )
    expect(started).to.have.length(1)
    expect(new Set(singleFlight.map(idOf))).to.deep.equal(new Set(started))
  })

  it('joins an inspection in flight, at any gateway', async () => {
    const [first, ...others] = [joinRequestOf(), joinRequestOf(), joinRequestOf()]
    const singleFlight = makeSingleFlight(store, noMetrics)
    await singleFlight.joinOrStart(first as JoinRequest)
    expect(idOf(await singleFlight.joinOrStart(others[0] as JoinRequest))).to.equal(first?.own.id)
    expect(idOf(await makeSingleFlight(store, noMetrics).joinOrStart(others[1] as JoinRequest))).to.equal(
      first?.own.id,
    )
    expect(released).to.have.members(others.map(({ own }) => own.id))
  })

  it('starts an inspection for each identity', async () => {
    const singleFlight = makeSingleFlight(store, noMetrics)
    await Promise.all(
      ['a', 'b', 'c'].map((identity) => singleFlight.joinOrStart(joinRequestOf({ identity }))),
    )
    expect(started).to.have.length(3)
    expect(released).to.deep.equal([])
  })

  it('starts a new one once the in-flight entry is cleared', async () => {
    const singleFlight = makeSingleFlight(store, noMetrics)
    const first = await singleFlight.joinOrStart(joinRequestOf())
    await clearInFlight(store, 'metadata:x', first?.id ?? '')
    await singleFlight.joinOrStart(joinRequestOf())
    expect(started).to.have.length(2)
  })

  it('clears the entry only after the given promise, and not when that rejects', async () => {
    const singleFlight = makeSingleFlight(store, noMetrics)
    const { id = '' } = (await singleFlight.joinOrStart(joinRequestOf())) ?? {}
    const inInFlight = () => store.get(inFlightKey('metadata:x'))
    const away = unavailable('store')
    expect(await rejectionOf(clearInFlight(store, 'metadata:x', id, Promise.reject(away)))).to.equal(away)
    expect(await inInFlight()).to.match(new RegExp(`^${id} `))
    const before = Promise.withResolvers<void>()
    const landed = clearInFlight(store, 'metadata:x', id, before.promise)
    await sleep(10)
    expect(await inInFlight()).to.match(new RegExp(`^${id} `))
    before.resolve()
    await landed
    expect(await inInFlight()).to.equal(null)
  })

  it('keeps the entry of a later inspection', async () => {
    const singleFlight = makeSingleFlight(store, noMetrics)
    await singleFlight.joinOrStart(joinRequestOf())
    await clearInFlight(store, 'metadata:x', randomUUID())
    await singleFlight.joinOrStart(joinRequestOf())
    expect(started).to.have.length(1)
  })

  describe('an inspection that expires before the caller', () => {
    const patient = () => joinRequestOf({ until: Date.now() + 3 * MINUTE_MS })

    for (const [name, elsewhere] of [
      ['here', false],
      ['at another gateway', true],
    ] as const) {
      it(`is not joined but replaced for later requests: started ${name}`, async () => {
        const singleFlight = makeSingleFlight(store, noMetrics)
        await singleFlight.joinOrStart(joinRequestOf())
        const long = { id: randomUUID(), expiresAt: Date.now() + 4 * MINUTE_MS }
        const other = elsewhere ? makeSingleFlight(store, noMetrics) : singleFlight
        const start = async () => started.push(long.id) > 0
        expect(idOf(await other.joinOrStart({ ...patient(), own: long, start }))).to.equal(long.id)
        expect(idOf(await singleFlight.joinOrStart(patient()))).to.equal(long.id)
        expect(idOf(await singleFlight.joinOrStart(joinRequestOf()))).to.equal(long.id)
        expect(started).to.have.length(2)
      })
    }

    it('is not joined while it starts', async () => {
      const singleFlight = makeSingleFlight(store, noMetrics)
      const own = { id: randomUUID(), expiresAt: Date.now() + 4 * MINUTE_MS }
      const [short, long] = await Promise.all([
        singleFlight.joinOrStart(joinRequestOf()),
        singleFlight.joinOrStart({ ...patient(), own, start: async () => started.push(own.id) > 0 }),
      ])
      expect(idOf(long)).to.equal(own.id)
      expect(started).to.deep.equal([idOf(short), own.id])
    })
  })

  describe('a gateway that dies', () => {
    const announce = (seconds: number) =>
      store.claim(inFlightKey('metadata:x'), `dead ${Date.now() + MINUTE_MS * 9} announced`, seconds)

    it('before it publishes its request blocks nobody: another one starts', async () => {
      await announce(1)
      const joinRequests = [joinRequestOf(), joinRequestOf(), joinRequestOf()]
      const gateways = [makeSingleFlight(store, noMetrics), makeSingleFlight(store, noMetrics)]
      const singleFlight = await Promise.all(
        joinRequests.map((one, at) => gateways[at % 2]?.joinOrStart(one) ?? null),
      )
      expect(started).to.have.length(1)
      expect(new Set(singleFlight.map(idOf))).to.deep.equal(new Set(started))
    })

    it('and resumes does not prevent joining the one that replaced it', async () => {
      const { promise: asleep, resolve: wake } = Promise.withResolvers<void>()
      const sleeper = joinRequestOf({ start: () => asleep.then(() => true) })
      const slept = makeSingleFlight(store, noMetrics).joinOrStart(sleeper)
      await sleep(20)
      await store.delete(inFlightKey('metadata:x'))
      const singleFlight = makeSingleFlight(store, noMetrics)
      const other = await singleFlight.joinOrStart(joinRequestOf())
      wake()
      expect(idOf(await slept)).to.equal(sleeper.own.id)
      expect(idOf(await singleFlight.joinOrStart(joinRequestOf()))).to.equal(idOf(other))
      await clearInFlight(store, 'metadata:x', sleeper.own.id)
      expect(idOf(await singleFlight.joinOrStart(joinRequestOf()))).to.equal(idOf(other))
    })
  })

  it('waits for a request that another gateway is about to publish', async () => {
    const { promise: isPublished, resolve: publish } = Promise.withResolvers<boolean>()
    const first = joinRequestOf({ start: () => isPublished })
    const flying = makeSingleFlight(store, noMetrics).joinOrStart(first)
    await sleep(20)
    const second = makeSingleFlight(store, noMetrics).joinOrStart(joinRequestOf())
    expect(await Promise.race([second, sleep(100, 'waits')])).to.equal('waits')
    publish(true)
    expect(idOf(await second)).to.equal(first.own.id)
    await flying
  })

  it('rejects all waiting requests when publishing fails, and the next request starts a new one', async () => {
    const away = unavailable('event log')
    const singleFlight = makeSingleFlight(store, noMetrics)
    const start = () => Promise.reject(away)
    const boarding = Array.from({ length: 5 }, () =>
      rejectionOf(singleFlight.joinOrStart(joinRequestOf({ start }))),
    )
    for (const error of await Promise.all(boarding)) expect(error).to.equal(away)
    expect(released).to.have.length(1)
    await makeSingleFlight(store, noMetrics).joinOrStart(joinRequestOf())
    expect(started).to.have.length(1)
  })

  it('resolves all with null when no inspection is needed any more', async () => {
    const singleFlight = makeSingleFlight(store, noMetrics)
    const start = async () => false
    const boarded = await Promise.all(
      Array.from({ length: 5 }, () => singleFlight.joinOrStart(joinRequestOf({ start }))),
    )
    expect(boarded).to.deep.equal([null, null, null, null, null])
    expect(released).to.have.length(1)
    await singleFlight.joinOrStart(joinRequestOf())
    expect(started).to.have.length(1)
  })

  describe('without capacity', () => {
    const full = () => joinRequestOf({ admit: () => unavailable('the queue is full') })

    it('joins an inspection in flight', async () => {
      const singleFlight = makeSingleFlight(store, noMetrics)
      const first = await singleFlight.joinOrStart(joinRequestOf())
      expect(idOf(await singleFlight.joinOrStart(full()))).to.equal(idOf(first))
      expect(released).to.deep.equal([])
    })

    it('is rejected at once when there is none, and blocks no other request', async () => {
      const singleFlight = makeSingleFlight(store, noMetrics)
      const rejected = rejectionOf(singleFlight.joinOrStart(full()))
      const other = await singleFlight.joinOrStart(joinRequestOf())
      expect(await rejected).to.include({ code: 'SERVICE_UNAVAILABLE' })
      expect(idOf(other)).to.equal(started[0])
    })
  })

  it('counts started, coalesced and cached requests, also under the former name', async () => {
    const metrics = prometheusMetrics({ process: false })
    const singleFlight = makeSingleFlight(store, metrics)
    await Promise.all([0, 1, 2].map(() => singleFlight.joinOrStart(joinRequestOf())))
    await singleFlight.joinOrStart(joinRequestOf({ identity: 'metadata:y', start: async () => false }))
    const { text } = await metrics.expose()
    for (const series of [
      'pageprobe_inspection_requests_total{operation="metadata",outcome="started"} 1',
      'pageprobe_inspection_requests_total{operation="metadata",outcome="coalesced"} 2',
      'pageprobe_inspection_requests_total{operation="metadata",outcome="cached"} 1',
      'pageprobe_flights_total{operation="metadata",outcome="launched"} 1',
      'pageprobe_flights_total{operation="metadata",outcome="joined"} 2',
      'pageprobe_flights_total{operation="metadata",outcome="answered"} 1',
    ]) {
      expect(text).to.include(series)
    }
  })

  it('rejects when the store is unavailable', async () => {
    const away = { ...store, claim: () => Promise.reject(unavailable('store')) }
    const error = await rejectionOf(makeSingleFlight(away, noMetrics).joinOrStart(joinRequestOf()))
    expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(released).to.have.length(1)
  })
})
