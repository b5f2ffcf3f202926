import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { coalesce } from '#shared/consumer/poison-pills/coalesce.ts'
import { silentLog } from '#test/support/silent-log.ts'

describe('coalesce', () => {
  let state: number
  let written: number[]
  let ends: PromiseWithResolvers<void>[]
  const write = () => {
    written.push(state)
    const end = Promise.withResolvers<void>()
    ends.push(end)
    return end.promise
  }
  beforeEach(() => {
    ;[state, written, ends] = [1, [], []]
  })

  it('writes once for all calls during a write, with the state after the last of them', async () => {
    const save = coalesce(write, silentLog)
    const first = save()
    await turn()
    state = 2
    const second = save()
    state = 3
    const third = save()
    await turn()
    expect(written).to.deep.equal([1])
    ends[0]?.resolve()
    await first
    await turn()
    expect(written).to.deep.equal([1, 3])
    ends[1]?.resolve()
    await Promise.all([second, third])
    expect(written).to.deep.equal([1, 3])
  })

  it('goes on after a write that failed', async () => {
    const save = coalesce(write, silentLog)
    const first = save()
    await turn()
    ends[0]?.reject(new Error('away'))
    await first
    const second = save()
    await turn()
    ends[1]?.resolve()
    await second
    expect(written).to.deep.equal([1, 1])
  })

  it('resolves after 100 ms while a write hangs', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      let isDone = false
      void coalesce(write, silentLog)().then(() => {
        isDone = true
      })
      await turn()
      mock.timers.tick(99)
      await turn()
      expect(isDone).to.equal(false)
      mock.timers.tick(1)
      await turn()
      expect(isDone).to.equal(true)
    } finally {
      mock.timers.reset()
    }
  })
})
