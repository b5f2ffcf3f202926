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
import { unavailable } from '#shared/errors.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { inFlightKey } from '#shared/store/keys.ts'
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

  it('puts all who ask the same at the same time on one flight, over all gateways', async () => {
    const gateways = [makeSingleFlight(store), makeSingleFlight(store)]
    const singleFlight = await Promise.all(
      Array.from({ length: 200 }, (_, at) => gateways[at % 2]?.joinOrStart(joinRequestOf()) ?? null),
    )
    expect(started).to.have.length(1)
    expect(new Set(singleFlight.map(idOf))).to.deep.equal(new Set(started))
  })

  it('puts who comes later on the flight that is under way, at any gateway', async () => {
    const [first, ...others] = [joinRequestOf(), joinRequestOf(), joinRequestOf()]
    const singleFlight = makeSingleFlight(store)
    await singleFlight.joinOrStart(first as JoinRequest)
    expect(idOf(await singleFlight.joinOrStart(others[0] as JoinRequest))).to.equal(first?.own.id)
    expect(idOf(await makeSingleFlight(store).joinOrStart(others[1] as JoinRequest))).to.equal(first?.own.id)
    expect(released).to.have.members(others.map(({ own }) => own.id))
  })

  it('gives those who ask for something else a flight of their own', async () => {
    const singleFlight = makeSingleFlight(store)
    await Promise.all(
      ['a', 'b', 'c'].map((identity) => singleFlight.joinOrStart(joinRequestOf({ identity }))),
    )
    expect(started).to.have.length(3)
    expect(released).to.deep.equal([])
  })

  it('starts anew once a flight has landed', async () => {
    const singleFlight = makeSingleFlight(store)
    const first = await singleFlight.joinOrStart(joinRequestOf())
    await clearInFlight(store, 'metadata:x', first?.id ?? '')
    await singleFlight.joinOrStart(joinRequestOf())
    expect(started).to.have.length(2)
  })

  it('lands only after what has to be there before, and not when that fails', async () => {
    const singleFlight = makeSingleFlight(store)
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

  it('does not let the landing of an old flight end a new one', async () => {
    const singleFlight = makeSingleFlight(store)
    await singleFlight.joinOrStart(joinRequestOf())
    await clearInFlight(store, 'metadata:x', randomUUID())
    await singleFlight.joinOrStart(joinRequestOf())
    expect(started).to.have.length(1)
  })

  describe('a flight that ends before the caller does', () => {
    const patient = () => joinRequestOf({ until: Date.now() + 3 * MINUTE_MS })

    for (const [name, elsewhere] of [
      ['here', false],
      ['at another gateway', true],
    ] as const) {
      it(`is not joined, but replaced for all who come then: started ${name}`, async () => {
        const singleFlight = makeSingleFlight(store)
        await singleFlight.joinOrStart(joinRequestOf())
        const long = { id: randomUUID(), expiresAt: Date.now() + 4 * MINUTE_MS }
        const other = elsewhere ? makeSingleFlight(store) : singleFlight
        const start = async () => started.push(long.id) > 0
        expect(idOf(await other.joinOrStart({ ...patient(), own: long, start }))).to.equal(long.id)
        expect(idOf(await singleFlight.joinOrStart(patient()))).to.equal(long.id)
        expect(idOf(await singleFlight.joinOrStart(joinRequestOf()))).to.equal(long.id)
        expect(started).to.have.length(2)
      })
    }

    it('is not joined while it starts either', async () => {
      const singleFlight = makeSingleFlight(store)
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

    it('before its request was published keeps nobody waiting: another one starts', async () => {
      await announce(1)
      const joinRequests = [joinRequestOf(), joinRequestOf(), joinRequestOf()]
      const gateways = [makeSingleFlight(store), makeSingleFlight(store)]
      const singleFlight = await Promise.all(
        joinRequests.map((one, at) => gateways[at % 2]?.joinOrStart(one) ?? null),
      )
      expect(started).to.have.length(1)
      expect(new Set(singleFlight.map(idOf))).to.deep.equal(new Set(started))
    })

    it('and wakes up when another one flies does not stop others from joining that one', async () => {
      const { promise: asleep, resolve: wake } = Promise.withResolvers<void>()
      const sleeper = joinRequestOf({ start: () => asleep.then(() => true) })
      const slept = makeSingleFlight(store).joinOrStart(sleeper)
      await sleep(20)
      await store.delete(inFlightKey('metadata:x'))
      const singleFlight = makeSingleFlight(store)
      const other = await singleFlight.joinOrStart(joinRequestOf())
      wake()
      expect(idOf(await slept)).to.equal(sleeper.own.id)
      expect(idOf(await singleFlight.joinOrStart(joinRequestOf()))).to.equal(idOf(other))
      await clearInFlight(store, 'metadata:x', sleeper.own.id)
      expect(idOf(await singleFlight.joinOrStart(joinRequestOf()))).to.equal(idOf(other))
    })
  })

  it('waits for one that another gateway is about to publish', async () => {
    const { promise: isPublished, resolve: publish } = Promise.withResolvers<boolean>()
    const first = joinRequestOf({ start: () => isPublished })
    const flying = makeSingleFlight(store).joinOrStart(first)
    await sleep(20)
    const second = makeSingleFlight(store).joinOrStart(joinRequestOf())
    expect(await Promise.race([second, sleep(100, 'waits')])).to.equal('waits')
    publish(true)
    expect(idOf(await second)).to.equal(first.own.id)
    await flying
  })

  it('tells all who wait when the request can not be published, and whoever comes next starts anew', async () => {
    const away = unavailable('event log')
    const singleFlight = makeSingleFlight(store)
    const start = () => Promise.reject(away)
    const boarding = Array.from({ length: 5 }, () =>
      rejectionOf(singleFlight.joinOrStart(joinRequestOf({ start }))),
    )
    for (const error of await Promise.all(boarding)) expect(error).to.equal(away)
    expect(released).to.have.length(1)
    await makeSingleFlight(store).joinOrStart(joinRequestOf())
    expect(started).to.have.length(1)
  })

  it('tells all at once when nothing needs to fly any more', async () => {
    const singleFlight = makeSingleFlight(store)
    const start = async () => false
    const boarded = await Promise.all(
      Array.from({ length: 5 }, () => singleFlight.joinOrStart(joinRequestOf({ start }))),
    )
    expect(boarded).to.deep.equal([null, null, null, null, null])
    expect(released).to.have.length(1)
    await singleFlight.joinOrStart(joinRequestOf())
    expect(started).to.have.length(1)
  })

  describe('without room for one more', () => {
    const full = () => joinRequestOf({ admit: () => unavailable('the queue is full') })

    it('joins what is under way', async () => {
      const singleFlight = makeSingleFlight(store)
      const first = await singleFlight.joinOrStart(joinRequestOf())
      expect(idOf(await singleFlight.joinOrStart(full()))).to.equal(idOf(first))
      expect(released).to.deep.equal([])
    })

    it('is refused at once when nothing is, and stands in nobody’s way', async () => {
      const singleFlight = makeSingleFlight(store)
      const refused = rejectionOf(singleFlight.joinOrStart(full()))
      const other = await singleFlight.joinOrStart(joinRequestOf())
      expect(await refused).to.include({ code: 'SERVICE_UNAVAILABLE' })
      expect(idOf(other)).to.equal(started[0])
    })
  })

  it('refuses when the store is away', async () => {
    const away = { ...store, claim: () => Promise.reject(unavailable('store')) }
    const error = await rejectionOf(makeSingleFlight(away).joinOrStart(joinRequestOf()))
    expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(released).to.have.length(1)
  })
})
