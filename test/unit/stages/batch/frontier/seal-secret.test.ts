import { expect } from 'chai'
import { SEAL_SECRET_KEY } from '#shared/store/keys.ts'
import { newSealSecret, publishSealSecret } from '#stages/batch/frontier/seal-secret.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('the secret of seals', () => {
  const clock = driveClockInEachTest()

  it('has 32 random bytes', () => {
    expect(Buffer.from(newSealSecret(), 'base64url')).to.have.length(32)
    expect(newSealSecret()).not.to.equal(newSealSecret())
  })

  it('is in the store at once, and again soon after the store lost it, until it is closed', async () => {
    const stored = new Map<string, string>()
    const set = async (key: string, value: string) => void stored.set(key, value)
    const close = await publishSealSecret('s', { set }, silentLog)
    expect([...stored]).to.deep.equal([[SEAL_SECRET_KEY, 's']])
    stored.clear()
    await clock.until(() => stored.get(SEAL_SECRET_KEY) === 's')
    close(0)
    stored.clear()
    await clock.pass(60_000)
    expect(stored.size).to.equal(0)
  })

  it('does not wait for a store that is unavailable', async () => {
    const close = await publishSealSecret('s', { set: () => Promise.reject(new Error('away')) }, silentLog)
    close(0)
  })
})
