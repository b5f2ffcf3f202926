import { expect } from 'chai'
import { closeWhenKeyRevoked } from '#gateway/routes/response/key-revalidation.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

const EVERY_MS = 5

describe('closeWhenKeyRevoked', () => {
  let requested: number
  let ends: number
  let stop: () => void
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
    requested = 0
    ends = 0
  })
  afterEach(() => {
    stop()
    clock.stop()
  })

  function watch(answer: () => Promise<boolean>): void {
    const isValid = () => {
      requested += 1
      return answer()
    }
    const end = () => {
      ends += 1
      stop()
    }
    stop = closeWhenKeyRevoked(end, isValid, EVERY_MS)
  }

  it('keeps the stream open as long as the key is valid', async () => {
    watch(async () => true)
    await clock.pass(3 * EVERY_MS)
    expect([requested, ends]).to.deep.equal([3, 0])
  })

  it('ends the stream and the checks when the key is revoked', async () => {
    watch(async () => requested < 3)
    await clock.pass(8 * EVERY_MS)
    expect([requested, ends]).to.deep.equal([3, 1])
  })

  it('keeps the stream open while the check fails', async () => {
    watch(async () => {
      if (requested < 3) throw new Error('the store is away')
      return requested < 6
    })
    await clock.pass(6 * EVERY_MS)
    expect([requested, ends]).to.deep.equal([6, 1])
  })

  it('checks no more after it is stopped', async () => {
    watch(async () => true)
    stop()
    await clock.pass(5 * EVERY_MS)
    expect(requested).to.equal(0)
  })
})
