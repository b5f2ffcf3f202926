import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { closeWhenKeyRevoked } from '#gateway/routes/response/key-revalidation.ts'
import { eventually } from '#test/contract/eventually.ts'

const EVERY_MS = 5

describe('the key of a reader', () => {
  let asked: number
  let ends: number
  let stop: () => void
  beforeEach(() => {
    asked = 0
    ends = 0
  })
  afterEach(() => stop())

  function watch(answer: () => Promise<boolean>): void {
    const isValid = () => {
      asked += 1
      return answer()
    }
    const end = () => {
      ends += 1
      stop()
    }
    stop = closeWhenKeyRevoked(end, isValid, EVERY_MS)
  }

  it('lets the stream go on as long as it is valid', async () => {
    watch(async () => true)
    await eventually(() => asked >= 3)
    expect(ends).to.equal(0)
  })

  it('ends the stream once it is not, and is not asked for any more', async () => {
    watch(async () => asked < 3)
    await eventually(() => ends === 1)
    await sleep(5 * EVERY_MS)
    expect([asked, ends]).to.deep.equal([3, 1])
  })

  it('lets the stream go on while nobody knows of it', async () => {
    watch(async () => {
      if (asked < 3) throw new Error('the store is away')
      return asked < 6
    })
    await eventually(() => ends === 1)
    expect(asked).to.equal(6)
  })

  it('is not asked for when the reader has left', async () => {
    watch(async () => true)
    stop()
    await sleep(5 * EVERY_MS)
    expect(asked).to.equal(0)
  })
})
