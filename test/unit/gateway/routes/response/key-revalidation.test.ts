import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { closeWhenKeyRevoked } from '#gateway/routes/response/key-revalidation.ts'
import { eventually } from '#test/contract/eventually.ts'

const EVERY_MS = 5

describe('closeWhenKeyRevoked', () => {
  let requested: number
  let ends: number
  let stop: () => void
  beforeEach(() => {
    requested = 0
    ends = 0
  })
  afterEach(() => stop())

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
    await eventually(() => requested >= 3)
    expect(ends).to.equal(0)
  })

  it('ends the stream and the checks when the key is revoked', async () => {
    watch(async () => requested < 3)
    await eventually(() => ends === 1)
    await sleep(5 * EVERY_MS)
    expect([requested, ends]).to.deep.equal([3, 1])
  })

  it('keeps the stream open while the check fails', async () => {
    watch(async () => {
      if (requested < 3) throw new Error('the store is away')
      return requested < 6
    })
    await eventually(() => ends === 1)
    expect(requested).to.equal(6)
  })

  it('checks no more after it is stopped', async () => {
    watch(async () => true)
    stop()
    await sleep(5 * EVERY_MS)
    expect(requested).to.equal(0)
  })
})
