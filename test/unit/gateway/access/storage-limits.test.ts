import { expect } from 'chai'
import type { Plan } from '#gateway/access/api-keys.ts'
import { makeStorageLimits } from '#gateway/access/storage-limits.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { someKey } from '../support/some-key.ts'
import { type DrivenStore, storeOfEachTest } from '../support/store-of-each-test.ts'

const HOUR_MS = 3_600_000
const key = (id: string, plan: Plan, owner?: string) => ({ ...someKey, id, plan, ...(owner && { owner }) })

describe('storage limits', () => {
  let store: DrivenStore['store']
  let clock: DrivenStore['clock']
  storeOfEachTest((made) => {
    ;({ store, clock } = made)
  })
  const limits = () => makeStorageLimits(store, { free: 1000, pro: 5000 })
  /** The limits that the stages read. */
  const published = async () => (await store.entries('stored-limit:')).map(([, bytes]) => bytes)
  async function lose(): Promise<void> {
    for (const [name] of await store.entries('stored-limit:')) await store.delete(name)
  }

  it('publish the bytes of the plan, and remove the limit of a plan without one', async () => {
    const one = limits()
    await one.publish(key('a', 'free'))
    expect(await published()).to.deep.equal(['1000'])
    await one.publish(key('a', 'enterprise'))
    expect(await published()).to.deep.equal([])
  })

  it('are published once an hour for all keys of an owner', async () => {
    const one = limits()
    await one.publish(key('a', 'free', 'shop'))
    await lose()
    for (let call = 0; call < 5; call++) await one.publish(key(`key${call}`, 'free', 'shop'))
    expect(await published()).to.deep.equal([])
    await clock.pass(HOUR_MS + 1)
    await one.publish(key('a', 'free', 'shop'))
    expect(await published()).to.deep.equal(['1000'])
  })

  it('follow a change of the plan at once', async () => {
    const one = limits()
    await one.publish(key('a', 'free', 'shop'))
    await one.publish(key('b', 'pro', 'shop'))
    expect(await published()).to.deep.equal(['5000'])
  })

  it('are published again after the store failed', async () => {
    let isAway = true
    const set: ResultStore['set'] = async (...given) => {
      if (isAway) throw new Error('away')
      await store.set(...given)
    }
    const one = makeStorageLimits({ ...store, set }, { free: 1000 })
    expect(await rejectionOf(one.publish(key('a', 'free')))).to.include({ message: 'away' })
    isAway = false
    await one.publish(key('a', 'free'))
    expect(await published()).to.deep.equal(['1000'])
  })
})
