import { expect } from 'chai'
import type { JoinRequest } from '#gateway/inspections/single-flight.ts'
import { unavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { IDENTITY, type JoinFixture, joinFixture } from './join-fixture.ts'

describe('single flight of a call that waits', () => {
  let fixture: JoinFixture
  let hasEnded: boolean
  beforeEach(() => {
    fixture = joinFixture()
    hasEnded = false
  })
  afterEach(() => fixture.clock.stop())

  const join = (request: JoinRequest, gateway = fixture.gateway()) => gateway.join(IDENTITY, request)
  const waiting = (more: Partial<JoinRequest> = {}) => fixture.request({ hasEnded: () => hasEnded, ...more })

  it('publishes its claim after 20 ms; requests of its gateway join at once', async () => {
    const gateway = fixture.gateway()
    const first = waiting()
    await join(first, gateway)
    await fixture.clock.pass(19)
    expect(fixture.entry()).to.include({ state: 'announced' })
    expect(await join(waiting(), gateway)).to.include({ id: first.slot.id, isLeader: false })
    await fixture.clock.pass(1)
    expect(fixture.entry()).to.include({ id: first.slot.id, state: 'launched' })
    expect(await join(waiting(), gateway)).to.include({ id: first.slot.id, isLeader: false })
    expect(fixture.started).to.deep.equal([first.slot.id])
  })

  it('has requests of other gateways wait for the claim, and join', async () => {
    const first = waiting()
    await join(first)
    const other = await fixture.clock.run(join(waiting()))
    expect(other).to.include({ id: first.slot.id, isLeader: false })
    expect(fixture.started).to.deep.equal([first.slot.id])
  })

  it('publishes no claim when it has ended, and is joined by nobody', async () => {
    const gateway = fixture.gateway()
    const [first, second] = [waiting(), waiting({ hasEnded: () => false })]
    await join(first, gateway)
    hasEnded = true
    await fixture.store.compareAndDelete(
      `flight:${IDENTITY}`,
      `${first.slot.id} ${first.slot.expiresAt} announced`,
    )
    expect(await join(second, gateway)).to.include({ id: second.slot.id, isLeader: true })
    await fixture.clock.pass(20)
    expect(fixture.entry()).to.include({ id: second.slot.id, state: 'launched' })
    expect(fixture.started).to.deep.equal([first.slot.id, second.slot.id])
  })

  it('is prepared while it is claimed, and starts when both are done', async () => {
    const prepared = Promise.withResolvers<void>()
    const request = waiting({ prepare: () => prepared.promise })
    const joining = join(request)
    await fixture.clock.pass(10)
    expect([fixture.entry()?.id, fixture.started]).to.deep.equal([request.slot.id, []])
    prepared.resolve()
    await joining
    expect(fixture.started).to.deep.equal([request.slot.id])
  })

  it('leaves no claim and no slot when it cannot be prepared', async () => {
    const failure = unavailable('store')
    const joining = join(waiting({ prepare: () => Promise.reject(failure) }))
    expect(await rejectionOf(joining)).to.equal(failure)
    expect([fixture.entry(), fixture.held.size, fixture.started]).to.deep.equal([null, 0, []])
  })
})
