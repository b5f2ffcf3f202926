import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type Flight, land, makeFlights, type Ticket } from '#gateway/joining.ts'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { unavailable } from '#shared/errors.ts'
import { flightKey } from '#shared/pipeline/store-keys.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const MINUTE_MS = 60_000

describe('joining', () => {
  let database: Database
  let store: ResultStore
  let launched: string[]
  let released: string[]
  beforeEach(() => {
    database = openDatabase(':memory:')
    store = sqliteResultStore({ database })
    launched = []
    released = []
  })
  afterEach(async () => {
    await store.close()
    database.close()
  })

  /** A request whose caller waits a minute; its own inspection would live two. */
  function ticketOf(changed: Partial<Ticket> = {}): Ticket {
    const own = { id: randomUUID(), expiresAt: Date.now() + 2 * MINUTE_MS }
    return {
      identity: 'metadata:x',
      own,
      until: Date.now() + MINUTE_MS,
      reserve: () => null,
      release: () => void released.push(own.id),
      async launch() {
        launched.push(own.id)
        return true
      },
      ...changed,
    }
  }

  const idOf = (flight: Flight | null) => flight?.id

  it('puts all who ask the same at the same time on one flight, over all gateways', async () => {
    const gateways = [makeFlights(store), makeFlights(store)]
    const flights = await Promise.all(
      Array.from({ length: 200 }, (_, at) => gateways[at % 2]?.board(ticketOf()) ?? null),
    )
    expect(launched).to.have.length(1)
    expect(new Set(flights.map(idOf))).to.deep.equal(new Set(launched))
  })

  it('puts who comes later on the flight that is under way, at any gateway', async () => {
    const [first, ...others] = [ticketOf(), ticketOf(), ticketOf()]
    const flights = makeFlights(store)
    await flights.board(first as Ticket)
    expect(idOf(await flights.board(others[0] as Ticket))).to.equal(first?.own.id)
    expect(idOf(await makeFlights(store).board(others[1] as Ticket))).to.equal(first?.own.id)
    expect(released).to.have.members(others.map(({ own }) => own.id))
  })

  it('gives those who ask for something else a flight of their own', async () => {
    const flights = makeFlights(store)
    await Promise.all(['a', 'b', 'c'].map((identity) => flights.board(ticketOf({ identity }))))
    expect(launched).to.have.length(3)
    expect(released).to.deep.equal([])
  })

  it('starts anew once a flight has landed', async () => {
    const flights = makeFlights(store)
    const first = await flights.board(ticketOf())
    await land(store, 'metadata:x', first?.id ?? '')
    await flights.board(ticketOf())
    expect(launched).to.have.length(2)
  })

  it('lands only after what has to be there before, and not when that fails', async () => {
    const flights = makeFlights(store)
    const { id = '' } = (await flights.board(ticketOf())) ?? {}
    const flight = () => store.get(flightKey('metadata:x'))
    const away = unavailable('store')
    expect(await rejectionOf(land(store, 'metadata:x', id, Promise.reject(away)))).to.equal(away)
    expect(await flight()).to.match(new RegExp(`^${id} `))
    const before = Promise.withResolvers<void>()
    const landed = land(store, 'metadata:x', id, before.promise)
    await sleep(10)
    expect(await flight()).to.match(new RegExp(`^${id} `))
    before.resolve()
    await landed
    expect(await flight()).to.equal(null)
  })

  it('does not let the landing of an old flight end a new one', async () => {
    const flights = makeFlights(store)
    await flights.board(ticketOf())
    await land(store, 'metadata:x', randomUUID())
    await flights.board(ticketOf())
    expect(launched).to.have.length(1)
  })

  describe('a flight that ends before the caller does', () => {
    const patient = () => ticketOf({ until: Date.now() + 3 * MINUTE_MS })

    for (const [name, elsewhere] of [
      ['here', false],
      ['at another gateway', true],
    ] as const) {
      it(`is not joined, but replaced for all who come then: started ${name}`, async () => {
        const flights = makeFlights(store)
        await flights.board(ticketOf())
        const long = { id: randomUUID(), expiresAt: Date.now() + 4 * MINUTE_MS }
        const other = elsewhere ? makeFlights(store) : flights
        const launch = async () => launched.push(long.id) > 0
        expect(idOf(await other.board({ ...patient(), own: long, launch }))).to.equal(long.id)
        expect(idOf(await flights.board(patient()))).to.equal(long.id)
        expect(idOf(await flights.board(ticketOf()))).to.equal(long.id)
        expect(launched).to.have.length(2)
      })
    }

    it('is not joined while it starts either', async () => {
      const flights = makeFlights(store)
      const own = { id: randomUUID(), expiresAt: Date.now() + 4 * MINUTE_MS }
      const [short, long] = await Promise.all([
        flights.board(ticketOf()),
        flights.board({ ...patient(), own, launch: async () => launched.push(own.id) > 0 }),
      ])
      expect(idOf(long)).to.equal(own.id)
      expect(launched).to.deep.equal([idOf(short), own.id])
    })
  })

  describe('a gateway that dies', () => {
    const announce = (seconds: number) =>
      store.claim(flightKey('metadata:x'), `dead ${Date.now() + MINUTE_MS * 9} announced`, seconds)

    it('before its request was published keeps nobody waiting: another one starts', async () => {
      await announce(1)
      const tickets = [ticketOf(), ticketOf(), ticketOf()]
      const gateways = [makeFlights(store), makeFlights(store)]
      const flights = await Promise.all(tickets.map((one, at) => gateways[at % 2]?.board(one) ?? null))
      expect(launched).to.have.length(1)
      expect(new Set(flights.map(idOf))).to.deep.equal(new Set(launched))
    })

    it('and wakes up when another one flies does not stop others from joining that one', async () => {
      const { promise: asleep, resolve: wake } = Promise.withResolvers<void>()
      const sleeper = ticketOf({ launch: () => asleep.then(() => true) })
      const slept = makeFlights(store).board(sleeper)
      await sleep(20)
      await store.delete(flightKey('metadata:x'))
      const flights = makeFlights(store)
      const other = await flights.board(ticketOf())
      wake()
      expect(idOf(await slept)).to.equal(sleeper.own.id)
      expect(idOf(await flights.board(ticketOf()))).to.equal(idOf(other))
      await land(store, 'metadata:x', sleeper.own.id)
      expect(idOf(await flights.board(ticketOf()))).to.equal(idOf(other))
    })
  })

  it('waits for one that another gateway is about to publish', async () => {
    const { promise: isPublished, resolve: publish } = Promise.withResolvers<boolean>()
    const first = ticketOf({ launch: () => isPublished })
    const flying = makeFlights(store).board(first)
    await sleep(20)
    const second = makeFlights(store).board(ticketOf())
    expect(await Promise.race([second, sleep(100, 'waits')])).to.equal('waits')
    publish(true)
    expect(idOf(await second)).to.equal(first.own.id)
    await flying
  })

  it('tells all who wait when the request can not be published, and whoever comes next starts anew', async () => {
    const away = unavailable('event log')
    const flights = makeFlights(store)
    const launch = () => Promise.reject(away)
    const boarding = Array.from({ length: 5 }, () => rejectionOf(flights.board(ticketOf({ launch }))))
    for (const error of await Promise.all(boarding)) expect(error).to.equal(away)
    expect(released).to.have.length(1)
    await makeFlights(store).board(ticketOf())
    expect(launched).to.have.length(1)
  })

  it('tells all at once when nothing needs to fly any more', async () => {
    const flights = makeFlights(store)
    const launch = async () => false
    const boarded = await Promise.all(Array.from({ length: 5 }, () => flights.board(ticketOf({ launch }))))
    expect(boarded).to.deep.equal([null, null, null, null, null])
    expect(released).to.have.length(1)
    await flights.board(ticketOf())
    expect(launched).to.have.length(1)
  })

  describe('without room for one more', () => {
    const full = () => ticketOf({ reserve: () => unavailable('the queue is full') })

    it('joins what is under way', async () => {
      const flights = makeFlights(store)
      const first = await flights.board(ticketOf())
      expect(idOf(await flights.board(full()))).to.equal(idOf(first))
      expect(released).to.deep.equal([])
    })

    it('is refused at once when nothing is, and stands in nobody’s way', async () => {
      const flights = makeFlights(store)
      const refused = rejectionOf(flights.board(full()))
      const other = await flights.board(ticketOf())
      expect(await refused).to.include({ code: 'SERVICE_UNAVAILABLE' })
      expect(idOf(other)).to.equal(launched[0])
    })
  })

  it('refuses when the store is away', async () => {
    const away = { ...store, claim: () => Promise.reject(unavailable('store')) }
    const error = await rejectionOf(makeFlights(away).board(ticketOf()))
    expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(released).to.have.length(1)
  })
})
