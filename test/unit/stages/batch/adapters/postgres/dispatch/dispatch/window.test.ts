import { expect } from 'chai'
import { makeWindow } from '#stages/batch/adapters/postgres/dispatch/dispatch.ts'

describe('makeWindow', () => {
  /** A database in which a process has so many items in flight, and how often it was asked. */
  function database(counts: readonly number[]) {
    let asked = 0
    return {
      query: async <Row extends object>() => [{ count: counts[asked++] ?? 0 }] as unknown as Row[],
      asked: () => asked,
    }
  }

  it('is counted at the first dispatch, and then only when it may be full', async () => {
    const session = database([3])
    const window = makeWindow(session, 1, 100)
    expect(await window.room(10)).to.equal(97)
    window.taken(10)
    expect(await window.room(10)).to.equal(87)
    expect(session.asked()).to.equal(1)
  })

  it('has the room of items that ended since, wherever that was', async () => {
    const session = database([0, 4])
    const window = makeWindow(session, 1, 10)
    expect(await window.room(10)).to.equal(10)
    window.taken(10)
    expect(await window.room(5)).to.equal(6)
  })

  it('has no room while more are in flight than it has', async () => {
    expect(await makeWindow(database([12]), 1, 10).room(5)).to.equal(0)
  })
})
