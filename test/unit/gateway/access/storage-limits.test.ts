import { expect } from 'chai'
import type { ApiKey, Plan } from '#gateway/access/api-keys.ts'
import { makeStorageLimits } from '#gateway/access/storage-limits.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

const HOUR_MS = 3_600_000
const key = (id: string, plan: Plan, owner?: string) =>
  ({ id, plan, ...(owner !== undefined && { owner }) }) as unknown as ApiKey

describe('storage limits', () => {
  let commands: string[]
  let clock: DrivenClock
  const store = {
    set: async (_name: string, value: string) => void commands.push(value),
    delete: async () => void commands.push('deleted'),
  }
  beforeEach(() => {
    clock = driveClock()
    commands = []
  })
  afterEach(() => clock.stop())
  const limits = () => makeStorageLimits(store as never, { free: 1000, pro: 5000 })

  it('publish the bytes of the plan, and remove the limit of a plan without one', async () => {
    const one = limits()
    await one.publish(key('a', 'free'))
    await one.publish(key('b', 'enterprise'))
    expect(commands[0]).to.include('1000')
    expect(commands[1]).to.equal('deleted')
  })

  it('are published once an hour for all keys of an owner', async () => {
    const one = limits()
    for (let call = 0; call < 5; call++) await one.publish(key(`key${call}`, 'free', 'shop'))
    expect(commands).to.have.length(1)
    await clock.pass(HOUR_MS + 1)
    await one.publish(key('a', 'free', 'shop'))
    expect(commands).to.have.length(2)
  })

  it('follow a change of the plan at once', async () => {
    const one = limits()
    await one.publish(key('a', 'free', 'shop'))
    await one.publish(key('b', 'pro', 'shop'))
    expect(commands[1]).to.include('5000')
  })

  it('are published again after the store failed', async () => {
    let isAway = true
    const flaky = {
      ...store,
      set: async (...given: [string, string]) => {
        if (isAway) throw new Error('away')
        await store.set(...given)
      },
    }
    const one = makeStorageLimits(flaky as never, { free: 1000 })
    expect(await one.publish(key('a', 'free')).catch(({ message }) => message)).to.equal('away')
    isAway = false
    await one.publish(key('a', 'free'))
    expect(commands).to.have.length(1)
  })
})
