import { expect } from 'chai'
import { clearInFlight, type JoinRequest } from '#gateway/inspections/single-flight.ts'
import { unavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { IDENTITY, type JoinFixture, joinFixture, MINUTE_MS, patientRequest } from './join-fixture.ts'

const CLAIM_MS = 4000
const POLL_MS = 50

describe('single flight beside faults', () => {
  let fixture: JoinFixture
  beforeEach(() => {
    fixture = joinFixture()
  })
  afterEach(() => fixture.clock.stop())

  const join = (request: JoinRequest, gateway = fixture.gateway()) => gateway.join(IDENTITY, request)
  const passed = (since: number) => fixture.clock.now() - since

  describe('a gateway that dies after it claimed', () => {
    /** What it left behind: a claim that nobody publishes. */
    const dead = { id: 'dead', expiresAt: 0 }
    beforeEach(() => {
      dead.expiresAt = Date.now() + 2 * MINUTE_MS
      fixture.put('dead', 2 * MINUTE_MS, 'announced', CLAIM_MS)
    })

    it('before it appended its request delays others by the life of its claim: one of them starts', async () => {
      const since = fixture.clock.now()
      const gateways = [fixture.gateway(), fixture.gateway()]
      const joining = Array.from({ length: 6 }, (_, at) => join(fixture.request(), gateways[at % 2]))
      const joined = await fixture.clock.run(Promise.all(joining))
      expect(fixture.started).to.have.length(1)
      expect(new Set(joined.map((one) => one?.id))).to.deep.equal(new Set(fixture.started))
      expect(passed(since)).to.be.within(CLAIM_MS, CLAIM_MS + 2 * POLL_MS)
    })

    it('after it appended its request, which ends within that time: nothing is inspected twice', async () => {
      const since = fixture.clock.now()
      let isCached = false
      const start = async () => !isCached
      const joining = join(fixture.request({ start }))
      await fixture.clock.pass(1000)
      isCached = true
      await clearInFlight(fixture.store, IDENTITY, dead)
      expect(await fixture.clock.run(joining)).to.equal(null)
      expect(passed(since)).to.be.within(1000, 1000 + POLL_MS)
      expect([fixture.held.size, fixture.entry()]).to.deep.equal([0, null])
    })

    it('after it appended its request, which ends later: its end does not clear the entry of the next', async () => {
      const next = await fixture.clock.run(join(fixture.request()))
      expect(next).to.include({ isLeader: true })
      await clearInFlight(fixture.store, IDENTITY, dead)
      expect(await join(fixture.request())).to.include({ id: next?.id, isLeader: false })
    })

    it('holds nobody longer than its caller waits', async () => {
      const since = fixture.clock.now()
      const request = fixture.request({ until: Date.now() + 500 })
      const error = await fixture.clock.run(rejectionOf(join(request)))
      expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
      expect(passed(since)).to.equal(500)
      expect([fixture.held.size, fixture.started.length]).to.deep.equal([0, 0])
    })
  })

  it('a gateway that sleeps over the life of its claim does not take over the entry of its successor', async () => {
    const awake = Promise.withResolvers<boolean>()
    const sleeper = fixture.request({ start: () => awake.promise })
    const slept = join(sleeper)
    await fixture.clock.pass(CLAIM_MS)
    const successor = await join(fixture.request())
    expect(successor).to.include({ isLeader: true })
    awake.resolve(true)
    expect(await slept).to.include({ id: sleeper.slot.id, isLeader: true })
    expect(await join(fixture.request())).to.include({ id: successor?.id })
    await clearInFlight(fixture.store, IDENTITY, sleeper.slot)
    expect(await join(fixture.request())).to.include({ id: successor?.id })
  })

  describe('a slow store', () => {
    /** Between 50 and 200 ms, in a fixed order. */
    const latencies = () => {
      let seed = 7
      return () => {
        seed = (seed * 1103515245 + 12345) % 2147483648
        return 50 + (seed % 151)
      }
    }
    beforeEach(() => {
      fixture.latencyMs = latencies()
    })

    it('starts one inspection for requests that arrive at two gateways while it starts', async () => {
      const gateways = [fixture.gateway(), fixture.gateway()]
      const joining = Array.from({ length: 40 }, async (_, at) => {
        await fixture.wait(at * 10)
        return join(fixture.request(), gateways[at % 2])
      })
      const joined = await fixture.clock.run(Promise.all(joining))
      expect(fixture.started).to.have.length(1)
      expect(new Set(joined.map((one) => one?.id))).to.deep.equal(new Set(fixture.started))
      expect([...fixture.held]).to.deep.equal(fixture.started)
    })

    it('keeps the entry of a longer inspection that replaces one which is being published', async () => {
      const short = join(fixture.request())
      await fixture.clock.pass(150)
      const long = patientRequest(fixture)
      await fixture.clock.run(Promise.all([short, join(long)]))
      expect(fixture.entry()).to.include({ id: long.slot.id, state: 'launched' })
    })

    it('keeps the entry of a longer inspection that replaces one which is being cleared', async () => {
      const short = fixture.request()
      await fixture.clock.run(join(short))
      const long = patientRequest(fixture)
      const clearing = clearInFlight(fixture.store, IDENTITY, short.slot)
      await fixture.clock.run(Promise.all([clearing, join(long)]))
      expect(fixture.entry()).to.include({ id: long.slot.id, state: 'launched' })
    })
  })

  describe('a store that is unavailable', () => {
    const away = () => Promise.reject(unavailable('store'))

    it('rejects the request and frees its slot', async () => {
      const gateway = fixture.gateway({ store: { ...fixture.store, claim: away } })
      expect(await rejectionOf(join(fixture.request(), gateway))).to.include({ code: 'SERVICE_UNAVAILABLE' })
      expect(fixture.held.size).to.equal(0)
    })

    it('once the request is in the log only prevents that others join it', async () => {
      const gateway = fixture.gateway({ store: { ...fixture.store, compareAndSet: away } })
      const request = fixture.request()
      expect(await join(request, gateway)).to.include({ id: request.slot.id, isLeader: true })
      expect([...fixture.held]).to.deep.equal([request.slot.id])
    })

    it('does not hide why the start failed', async () => {
      const gateway = fixture.gateway({ store: { ...fixture.store, compareAndDelete: away } })
      const reason = new Error('the log is away')
      const start = () => Promise.reject(reason)
      expect(await rejectionOf(join(fixture.request({ start }), gateway))).to.equal(reason)
    })
  })
})
