import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { type BatchTurns, makeBatchTurns } from '#stages/batch/frontier/batch-turns.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('turns at work on a batch', () => {
  const clock = driveClockInEachTest()
  let embedded: Embedded
  let here: BatchTurns
  let there: BatchTurns
  beforeEach(async () => {
    embedded = await openEmbedded()
    here = makeBatchTurns(embedded.store, 'here')
    there = makeBatchTurns(embedded.store, 'there')
  })
  afterEach(() => embedded.close())

  it('are those of one process until they end, for each work and batch', async () => {
    const turn = await here.take('site', 'b')
    expect(await there.take('site', 'b')).to.equal(null)
    expect(await there.take('sitemaps', 'b')).not.to.equal(null)
    expect(await there.take('site', 'c')).not.to.equal(null)
    await clock.pass(60_000)
    expect(await there.take('site', 'b')).to.equal(null)
    await turn?.end()
    expect(await there.take('site', 'b')).not.to.equal(null)
    expect(turn?.lost.aborted).to.equal(false)
  })

  it('are lost by a process that was away for longer than they last', async () => {
    let isAway = false
    const store = {
      ...embedded.store,
      async acquireLease(...asked: Parameters<typeof embedded.store.acquireLease>) {
        if (isAway) throw unavailable('store')
        return embedded.store.acquireLease(...asked)
      },
    }
    const turn = await makeBatchTurns(store, 'stale').take('site', 'b')
    isAway = true
    await clock.pass(20_000)
    expect(turn?.lost.aborted).to.equal(false)
    const next = await there.take('site', 'b')
    isAway = false
    await clock.pass(5000)
    expect(turn?.lost.aborted).to.equal(true)
    await turn?.end()
    expect(next?.lost.aborted).to.equal(false)
    expect(await here.take('site', 'b')).to.equal(null)
    await next?.end()
  })

  it("are nobody else's after a restart of the one process that there is", async () => {
    await makeBatchTurns(embedded.store, 'file').take('site', 'b')
    expect(await makeBatchTurns(embedded.store, 'file').take('site', 'b')).not.to.equal(null)
  })

  it('are not to be had while the store is unavailable; other errors are told', async () => {
    const failing = (error: Error) => ({ ...embedded.store, acquireLease: () => Promise.reject(error) })
    expect(await makeBatchTurns(failing(unavailable('store')), 'a').take('site', 'b')).to.equal(null)
    const bug = new Error('a bug')
    expect(await rejectionOf(makeBatchTurns(failing(bug), 'a').take('site', 'b'))).to.equal(bug)
  })
})
