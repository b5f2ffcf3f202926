import { expect } from 'chai'
import { clearInFlight, type JoinRequest } from '#gateway/inspections/single-flight.ts'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { unavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { IDENTITY, type JoinFixture, joinFixture, MINUTE_MS, patientRequest } from './join-fixture.ts'

describe('single flight', () => {
  let fixture: JoinFixture
  beforeEach(() => {
    fixture = joinFixture()
  })
  afterEach(() => fixture.clock.stop())

  const join = (request: JoinRequest, gateway = fixture.gateway()) => gateway.join(IDENTITY, request)

  it('starts one inspection for simultaneous identical requests, over all gateways', async () => {
    const gateways = [fixture.gateway(), fixture.gateway()]
    const joining = Array.from({ length: 200 }, (_, at) => join(fixture.request(), gateways[at % 2]))
    const joined = await fixture.clock.run(Promise.all(joining))
    const [id = ''] = fixture.started
    expect(fixture.started).to.have.length(1)
    expect(joined.filter((one) => one?.isLeader)).to.have.length(1)
    expect(new Set(joined.map((one) => one?.id))).to.deep.equal(new Set([id]))
    expect([...fixture.held]).to.deep.equal([id])
    // One request of each gateway asks for a slot; all others wait for it.
    expect(fixture.admitted).to.have.length(2)
  })

  it('answers who leads, and until when the inspection lives', async () => {
    const gateway = fixture.gateway()
    const first = fixture.request()
    const { id, expiresAt } = first.slot
    expect(await join(first, gateway)).to.deep.equal({ id, expiresAt, isLeader: true })
    expect(await join(fixture.request(), gateway)).to.deep.equal({ id, expiresAt, isLeader: false })
    expect(await join(fixture.request())).to.deep.equal({ id, expiresAt, isLeader: false })
    expect([...fixture.held]).to.deep.equal([id])
  })

  it('claims for 4 s, then publishes the claim for the life of the inspection', async () => {
    const published = Promise.withResolvers<boolean>()
    const request = fixture.request({ start: () => published.promise })
    const joining = join(request)
    await fixture.clock.pass(3999)
    expect(fixture.entry()).to.deep.include({ id: request.slot.id, state: 'announced' })
    published.resolve(true)
    await joining
    await fixture.clock.pass(2 * MINUTE_MS - 4000)
    expect(fixture.entry()).to.deep.equal({ id: request.slot.id, leftMs: 1, state: 'launched' })
    await fixture.clock.pass(1001)
    expect(fixture.entry()).to.equal(null)
  })

  it('publishes an inspection that is nearly over for a second', async () => {
    const request = fixture.request({ until: Date.now() })
    await join({ ...request, slot: { ...request.slot, expiresAt: Date.now() } })
    await fixture.clock.pass(999)
    expect(fixture.entry()).to.include({ state: 'launched' })
  })

  it('joins the latest leader of its gateway also when an earlier one has ended', async () => {
    const gateway = fixture.gateway()
    const [firstPublished, secondPublished] = [
      Promise.withResolvers<boolean>(),
      Promise.withResolvers<boolean>(),
    ]
    const first = join(fixture.request({ start: () => firstPublished.promise }), gateway)
    const second = join({ ...patientRequest(fixture), start: () => secondPublished.promise }, gateway)
    await fixture.clock.pass(100)
    firstPublished.resolve(true)
    await fixture.clock.run(first)
    const third = join(patientRequest(fixture), gateway)
    await fixture.clock.pass(100)
    secondPublished.resolve(true)
    const [leader, joined] = await fixture.clock.run(Promise.all([second, third]))
    expect(joined).to.include({ id: leader?.id, isLeader: false })
    // The third one takes no slot, since it waits for the second one without asking the store.
    expect(fixture.admitted).to.have.length(2)
  })

  it('starts an inspection for each identity', async () => {
    const gateway = fixture.gateway()
    await Promise.all(['a', 'b', 'c'].map((identity) => gateway.join(identity, fixture.request())))
    expect(fixture.started).to.have.length(3)
    expect([...fixture.held]).to.have.members(fixture.started)
  })

  it('waits for a request that another gateway is about to publish', async () => {
    const published = Promise.withResolvers<boolean>()
    const first = fixture.request({ start: () => published.promise })
    const leading = join(first)
    const joining = join(fixture.request())
    await fixture.clock.pass(1000)
    expect(fixture.held.size).to.equal(2)
    published.resolve(true)
    expect(await fixture.clock.run(joining)).to.include({ id: first.slot.id, isLeader: false })
    expect([...fixture.held]).to.deep.equal([(await leading)?.id])
  })

  describe('an inspection that expires before the caller', () => {
    it('is joined up to the last moment', async () => {
      const gateway = fixture.gateway()
      const first = await join(fixture.request(), gateway)
      for (const [until, isJoined] of [
        [first?.expiresAt ?? 0, true],
        [(first?.expiresAt ?? 0) + 1, false],
      ] as const)
        expect((await join(fixture.request({ until }), gateway))?.isLeader).to.equal(!isJoined)
    })

    for (const [name, elsewhere] of [
      ['here', false],
      ['at another gateway', true],
    ] as const) {
      it(`is not joined but replaced for later requests: started ${name}`, async () => {
        const gateway = fixture.gateway()
        await join(fixture.request(), gateway)
        const long = patientRequest(fixture)
        expect(await join(long, elsewhere ? fixture.gateway() : gateway)).to.include({ isLeader: true })
        for (const later of [patientRequest(fixture), fixture.request()])
          expect(await join(later, gateway)).to.include({ id: long.slot.id, isLeader: false })
        expect(fixture.started).to.have.length(2)
      })
    }

    it('is not joined while it starts, and does not take the entry of the one that replaced it', async () => {
      const gateway = fixture.gateway()
      const [short, long] = await Promise.all([
        join(fixture.request(), gateway),
        join(patientRequest(fixture), gateway),
      ])
      expect([short?.isLeader, long?.isLeader]).to.deep.equal([true, true])
      expect(fixture.started).to.deep.equal([short?.id, long?.id])
      expect(fixture.entry()).to.include({ id: long?.id, state: 'launched' })
    })

    it('is not joined through a request of this gateway that joined it', async () => {
      fixture.put('short', 90_000, 'launched', 90_000)
      const gateway = fixture.gateway()
      const first = fixture.request()
      const second = fixture.request({ until: Date.now() + 100_000 })
      const joined = await Promise.all([join(first, gateway), join(second, gateway)])
      expect(joined.map((one) => one?.id)).to.deep.equal(['short', second.slot.id])
    })

    it('is replaced by one of two requests at different gateways, which the other one joins', async () => {
      fixture.put('short', MINUTE_MS, 'launched', MINUTE_MS)
      const joining = [patientRequest(fixture), patientRequest(fixture)].map((one) => join(one))
      const joined = await fixture.clock.run(Promise.all(joining))
      expect(fixture.started).to.have.length(1)
      expect(new Set(joined.map((one) => one?.id))).to.deep.equal(new Set(fixture.started))
    })
  })

  it('rejects all waiting requests when publishing fails, and the next request starts a new one', async () => {
    const away = unavailable('event log')
    const gateway = fixture.gateway()
    const start = () => Promise.reject(away)
    const joining = Array.from({ length: 5 }, () => rejectionOf(join(fixture.request({ start }), gateway)))
    for (const error of await Promise.all(joining)) expect(error).to.equal(away)
    expect([fixture.held.size, fixture.entry()]).to.deep.equal([0, null])
    expect(await join(fixture.request(), gateway)).to.include({ isLeader: true })
  })

  it('resolves all with null when no inspection is needed any more', async () => {
    const gateway = fixture.gateway()
    const start = async () => false
    const joining = Array.from({ length: 5 }, () => join(fixture.request({ start }), gateway))
    expect(await Promise.all(joining)).to.deep.equal([null, null, null, null, null])
    expect([fixture.held.size, fixture.entry()]).to.deep.equal([0, null])
    expect(await join(fixture.request(), gateway)).to.include({ isLeader: true })
  })

  describe('without capacity', () => {
    const full = (request = fixture.request()) => {
      fixture.isFull = true
      return join(request)
    }

    it('joins an inspection in flight that lives long enough', async () => {
      const first = await join(fixture.request())
      expect(await full()).to.include({ id: first?.id, isLeader: false })
      expect(await rejectionOf(full(patientRequest(fixture)))).to.include({ code: 'SERVICE_UNAVAILABLE' })
      expect([...fixture.held]).to.deep.equal([first?.id])
    })

    it('is rejected at once when there is none, and blocks no other request', async () => {
      const rejected = rejectionOf(full())
      fixture.isFull = false
      expect(await join(fixture.request())).to.include({ isLeader: true })
      expect(await rejected).to.deep.include({ code: 'SERVICE_UNAVAILABLE', details: { retry_after: 7 } })
      expect(fixture.started).to.have.length(1)
    })

    it('does not join a claim, whose gateway may have died', async () => {
      fixture.put('dead', MINUTE_MS * 9, 'announced', 4000)
      expect(await rejectionOf(full())).to.include({ code: 'SERVICE_UNAVAILABLE' })
    })
  })

  it('counts started, coalesced and cached requests', async () => {
    const metrics = prometheusMetrics({ process: false })
    const gateway = fixture.gateway({ metrics })
    await Promise.all([0, 1, 2].map(() => join(fixture.request(), gateway)))
    await gateway.join('metadata:y', fixture.request({ start: async () => false }))
    const { text } = await metrics.expose()
    for (const series of [
      'pageprobe_inspection_requests_total{operation="metadata",outcome="started"} 1',
      'pageprobe_inspection_requests_total{operation="metadata",outcome="coalesced"} 2',
      'pageprobe_inspection_requests_total{operation="metadata",outcome="cached"} 1',
    ]) {
      expect(text).to.include(series)
    }
  })

  describe('clearing the entry of an inspection that has ended', () => {
    const ended = (request: JoinRequest) => clearInFlight(fixture.store, IDENTITY, request.slot)

    it('lets the next request start a new one', async () => {
      const first = fixture.request()
      await join(first)
      await ended(first)
      expect(fixture.entry()).to.equal(null)
      expect(await join(fixture.request())).to.include({ isLeader: true })
    })

    it('keeps the entry of another inspection', async () => {
      const first = await join(fixture.request())
      await ended(fixture.request())
      expect(fixture.entry()).to.include({ id: first?.id })
    })

    it('clears a claim that is published, and one that is not, with one command', async () => {
      const { slot } = fixture.request()
      for (const state of ['announced', 'launched'] as const) {
        fixture.put(slot.id, 2 * MINUTE_MS, state, 4000)
        let commands = 0
        const compareAndDelete: typeof fixture.store.compareAndDelete = (...command) => {
          commands++
          return fixture.store.compareAndDelete(...command)
        }
        await clearInFlight({ compareAndDelete }, IDENTITY, slot)
        expect([fixture.entry(), commands]).to.deep.equal([null, 1])
      }
    })

    it('prevents that its gateway publishes the claim afterwards', async () => {
      const published = Promise.withResolvers<boolean>()
      const request = fixture.request({ start: () => published.promise })
      const joining = join(request)
      await fixture.clock.pass(10)
      await ended(request)
      published.resolve(true)
      expect(await joining).to.include({ id: request.slot.id, isLeader: true })
      expect(fixture.entry()).to.equal(null)
    })
  })
})
