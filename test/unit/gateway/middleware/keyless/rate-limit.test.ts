import { expect } from 'chai'
import { makeKeylessRateLimit } from '#gateway/middleware/keyless.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

describe('keyless-rate-limit', () => {
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
  })
  afterEach(() => clock.stop())

  it('rejects one client beyond its limit for the rest of a minute, and no other', async () => {
    const calls = makeKeylessRateLimit(3)
    const answers = [1, 2, 3, 4].map(() => calls.record('192.0.2.1'))
    expect(answers.slice(0, 3)).to.deep.equal([null, null, null])
    expect(answers[3]).to.deep.include({ limit: 3, remaining: 0, resetAfter: 60 })
    expect(calls.record('192.0.2.2')).to.equal(null)
    await clock.pass(59_000)
    expect(calls.record('192.0.2.1')?.resetAfter).to.equal(1)
    await clock.pass(1001)
    expect(calls.record('192.0.2.1')).to.equal(null)
  })

  it('counts ten thousand clients and drops the one with the oldest window', () => {
    const calls = makeKeylessRateLimit(1)
    for (let at = 0; at <= 10_000; at++) calls.record(`client ${at}`)
    expect(calls.record('client 1')).not.to.equal(null)
    expect(calls.record('client 0')).to.equal(null)
  })
})
