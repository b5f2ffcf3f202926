import { expect } from 'chai'
import { clearInFlight, type JoinRequest } from '#gateway/inspections/single-flight.ts'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { unavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type FlightFixture, flightFixture, IDENTITY, MINUTE_MS, patientRequest } from './flight-fixture.ts'

describe('single flight', () => {
  let flights: FlightFixture
  beforeEach(() => {
    flights = flightFixture()
  })

  const join = (request: JoinRequest, gateway = flights.gateway()) => gateway.join(IDENTITY, request)

  it('starts one inspection for simultaneous identical requests, over all gateways', async () => {
    const gateways = [flights.gateway(), flights.gateway()]
    const joining = Array.from({ length: 200 }, (_, at) => join(flights.request(), gateways[at % 2]))
    const joined = await flights.clock.run(Promise.all(joining))
    const [id = ''] = flights.started
    expect(flights.started).to.have.length(1)
    expect(joined.filter((one) => one?.isLeader)).to.have.length(1)
    expect(new Set(joined.map((one) => one?.id))).to.deep.equal(new Set([id]))
    expect([...flights.held]).to.deep.equal([id])
    // One request of each gateway asks for a slot; all others wait for it.
    expect(flights.admitted).to.have.length(2)
  })

  it('answers who leads, and until when the inspection lives', async () => {
    const gateway = flights.gateway()
    const first = flights.request()
    const { id, expiresAt } = first.slot
    expect(await join(first, gateway)).to.deep.equal({ id, expiresAt, isLeader: true })
    expect(await join(flights.request(), gateway)).to.deep.equal({ id, expiresAt, isLeader: false })
    expect(await join(flights.request())).to.deep.equal({ id, expiresAt, isLeader: false })
    expect([...flights.held]).to.deep.equal([id])
  })

  it('claims for 4 s, then publishes the claim for the life of the inspection', async () => {
    const published = Promise.withResolvers<boolean>()
    const request = flights.request({ start: () => published.promise })
    const joining = join(request)
    await flights.clock.pass(3999)
    expect(flights.entry()).to.deep.include({ id: request.slot.id, state: 'announced' })
    published.resolve(true)
    await joining
    await flights.clock.pass(2 * MINUTE_MS - 4000)
    expect(flights.entry()).to.deep.equal({ id: request.slot.id, livesMs: 1, state: 'launched' })
    await flights.clock.pass(1001)
    expect(flights.entry()).to.equal(null)
  })

  it('publishes an inspection that is nearly over for a second', async () => {
    const request = flights.request({ until: flights.clock.now() })
    await join({ ...request, slot: { ...request.slot, expiresAt: flights.clock.now() } })
    await flights.clock.pass(999)
    expect(flights.entry()).to.include({ state: 'launched' })
  })

  it('starts an inspection for each identity', async () => {
    const gateway = flights.gateway()
    await Promise.all(['a', 'b', 'c'].map((identity) => gateway.join(identity, flights.request())))
    expect(flights.started).to.have.length(3)
    expect([...flights.held]).to.have.members(flights.started)
  })

  it('waits for a request that another gateway is about to publish', async () => {
    const published = Promise.withResolvers<boolean>()
    const first = flights.request({ start: () => published.promise })
    const leading = join(first)
    const joining = join(flights.request())
    await flights.clock.pass(1000)
    expect(flights.held.size).to.equal(2)
    published.resolve(true)
    expect(await flights.clock.run(joining)).to.include({ id: first.slot.id, isLeader: false })
    expect([...flights.held]).to.deep.equal([(await leading)?.id])
  })

  describe('an inspection that expires before the caller', () => {
    it('is joined up to the last moment', async () => {
      const gateway = flights.gateway()
      const first = await join(flights.request(), gateway)
      for (const [until, isJoined] of [
        [first?.expiresAt ?? 0, true],
        [(first?.expiresAt ?? 0) + 1, false],
      ] as const)
        expect((await join(flights.request({ until }), gateway))?.isLeader).to.equal(!isJoined)
    })

    for (const [name, elsewhere] of [
      ['here', false],
      ['at another gateway', true],
    ] as const) {
      it(`is not joined but replaced for later requests: started ${name}`, async () => {
        const gateway = flights.gateway()
        await join(flights.request(), gateway)
        const long = patientRequest(flights)
        expect(await join(long, elsewhere ? flights.gateway() : gateway)).to.include({ isLeader: true })
        for (const later of [patientRequest(flights), flights.request()])
          expect(await join(later, gateway)).to.include({ id: long.slot.id, isLeader: false })
        expect(flights.started).to.have.length(2)
      })
    }

    it('is not joined while it starts, and does not take the entry of the one that replaced it', async () => {
      const gateway = flights.gateway()
      const [short, long] = await Promise.all([
        join(flights.request(), gateway),
        join(patientRequest(flights), gateway),
      ])
      expect([short?.isLeader, long?.isLeader]).to.deep.equal([true, true])
      expect(flights.started).to.deep.equal([short?.id, long?.id])
      expect(flights.entry()).to.include({ id: long?.id, state: 'launched' })
    })

    it('is not joined through a request of this gateway that joined it', async () => {
      flights.put('short', 90_000, 'launched', 90_000)
      const gateway = flights.gateway()
      const first = flights.request()
      const second = flights.request({ until: flights.clock.now() + 100_000 })
      const joined = await Promise.all([join(first, gateway), join(second, gateway)])
      expect(joined.map((one) => one?.id)).to.deep.equal(['short', second.slot.id])
    })

    it('is replaced by one of two requests at different gateways, which the other one joins', async () => {
      flights.put('short', MINUTE_MS, 'launched', MINUTE_MS)
      const joining = [patientRequest(flights), patientRequest(flights)].map((one) => join(one))
      const joined = await flights.clock.run(Promise.all(joining))
      expect(flights.started).to.have.length(1)
      expect(new Set(joined.map((one) => one?.id))).to.deep.equal(new Set(flights.started))
    })
  })

  it('rejects all waiting requests when publishing fails, and the next request starts a new one', async () => {
    const away = unavailable('event log')
    const gateway = flights.gateway()
    const start = () => Promise.reject(away)
    const joining = Array.from({ length: 5 }, () => rejectionOf(join(flights.request({ start }), gateway)))
    for (const error of await Promise.all(joining)) expect(error).to.equal(away)
    expect([flights.held.size, flights.entry()]).to.deep.equal([0, null])
    expect(await join(flights.request(), gateway)).to.include({ isLeader: true })
  })

  it('resolves all with null when no inspection is needed any more', async () => {
    const gateway = flights.gateway()
    const start = async () => false
    const joining = Array.from({ length: 5 }, () => join(flights.request({ start }), gateway))
    expect(await Promise.all(joining)).to.deep.equal([null, null, null, null, null])
    expect([flights.held.size, flights.entry()]).to.deep.equal([0, null])
    expect(await join(flights.request(), gateway)).to.include({ isLeader: true })
  })

  describe('without capacity', () => {
    const full = (request = flights.request()) => {
      flights.isFull = true
      return join(request)
    }

    it('joins an inspection in flight that lives long enough', async () => {
      const first = await join(flights.request())
      expect(await full()).to.include({ id: first?.id, isLeader: false })
      expect(await rejectionOf(full(patientRequest(flights)))).to.include({ code: 'SERVICE_UNAVAILABLE' })
      expect([...flights.held]).to.deep.equal([first?.id])
    })

    it('is rejected at once when there is none, and blocks no other request', async () => {
      const rejected = rejectionOf(full())
      flights.isFull = false
      expect(await join(flights.request())).to.include({ isLeader: true })
      expect(await rejected).to.deep.include({ code: 'SERVICE_UNAVAILABLE', details: { retry_after: 7 } })
      expect(flights.started).to.have.length(1)
    })

    it('does not join a claim, whose gateway may have died', async () => {
      flights.put('dead', MINUTE_MS * 9, 'announced', 4000)
      expect(await rejectionOf(full())).to.include({ code: 'SERVICE_UNAVAILABLE' })
    })
  })

  it('counts started, coalesced and cached requests, also under the former name', async () => {
    const metrics = prometheusMetrics({ process: false })
    const gateway = flights.gateway({ metrics })
    await Promise.all([0, 1, 2].map(() => join(flights.request(), gateway)))
    await gateway.join('metadata:y', flights.request({ start: async () => false }))
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

  describe('clearing the entry of an inspection that has ended', () => {
    const ended = (request: JoinRequest) => clearInFlight(flights.store, IDENTITY, request.slot)

    it('lets the next request start a new one', async () => {
      const first = flights.request()
      await join(first)
      await ended(first)
      expect(flights.entry()).to.equal(null)
      expect(await join(flights.request())).to.include({ isLeader: true })
    })

    it('keeps the entry of another inspection', async () => {
      const first = await join(flights.request())
      await ended(flights.request())
      expect(flights.entry()).to.include({ id: first?.id })
    })

    it('clears a claim that is not published, and one that becomes published between two looks', async () => {
      const { slot } = flights.request()
      flights.put(slot.id, 2 * MINUTE_MS, 'announced', 4000)
      await clearInFlight(flights.store, IDENTITY, slot)
      expect(flights.entry()).to.equal(null)
      flights.put(slot.id, 2 * MINUTE_MS, 'announced', 4000)
      const looks: string[] = []
      const compareAndDelete = async (key: string, expected: string) => {
        const isDeleted = await flights.store.compareAndDelete(key, expected)
        if (looks.push(expected) === 1) flights.put(slot.id, 2 * MINUTE_MS, 'launched', 4000)
        return isDeleted
      }
      await clearInFlight({ compareAndDelete }, IDENTITY, slot)
      expect(flights.entry()).to.equal(null)
    })

    it('prevents that its gateway publishes the claim afterwards', async () => {
      const published = Promise.withResolvers<boolean>()
      const request = flights.request({ start: () => published.promise })
      const joining = join(request)
      await flights.clock.pass(10)
      await ended(request)
      published.resolve(true)
      expect(await joining).to.include({ id: request.slot.id, isLeader: true })
      expect(flights.entry()).to.equal(null)
    })
  })
})
