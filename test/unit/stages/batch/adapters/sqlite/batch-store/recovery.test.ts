import { appendFileSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Dispatch } from '#stages/batch/frontier/frontier.ts'
import { completionsOf, idOf, linesOf, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { errorLog } from '#test/support/silent-log.ts'
import { storeOfEachTest } from '../../../store-fixture.ts'

describe('recover', () => {
  const store = storeOfEachTest()

  const LEASE_MS = 3_600_000
  const leases = (releases: readonly Dispatch[]) => releases.map((one) => [idOf(one), one.lease])
  /** Simulates that so much time has passed. */
  const pass = (ms: number) =>
    store.database.write(() => void store.database.db.prepare('UPDATE items SET due_at = due_at - ?').run(ms))

  it('keeps leases over a restart, with a grace period for results in the log', async () => {
    await startBatch(store, 'a', ['http://x.example/'])
    await store.frontier.dispatch(1)
    await pass(LEASE_MS + 1000)
    await store.reopen()
    expect(leases(await store.frontier.inFlight(null, 10))).to.deep.equal([['a.1', 1]])
    expect((await store.frontier.dispatch(1)).dispatches).to.deep.equal([])
    await pass(61_000)
    expect(leases((await store.frontier.dispatch(1)).dispatches)).to.deep.equal([['a.1', 2]])
    await store.reopen()
    expect(leases(await store.frontier.inFlight(null, 10))).to.deep.equal([['a.1', 2]])
  })

  const file = () => join(store.folder, 'a.ndjson')

  /** A batch with so many results, and one item more. */
  async function withResults(count: number): Promise<void> {
    const urls = Array.from({ length: count + 1 }, (_, n) => `http://h${n}.example/`)
    await startBatch(store, 'a', urls)
    await store.frontier.complete(completionsOf((await store.frontier.dispatch(count)).dispatches))
  }

  it('cuts off uncommitted lines, and writes them again', async () => {
    await withResults(3)
    const whole = readFileSync(file(), 'utf8')
    appendFileSync(file(), '{"n":4,"id":"a.4","half')
    const { log, errors } = errorLog()
    await store.reopen({ logger: log })
    await store.reopen()
    expect(errors).to.deep.equal([])
    expect(readFileSync(file(), 'utf8')).to.equal(whole)
    await store.frontier.complete(completionsOf((await store.frontier.dispatch(1)).dispatches))
    expect((await linesOf(store, 'a')).map(({ n }) => n)).to.deep.equal([1, 2, 3, 4])
  })

  for (const [title, kept] of Object.entries({ all: 0, 'half a line': 0.5, 'but a byte nothing': 0.999 })) {
    it(`writes lines again that a power cut took: ${title}`, async () => {
      await store.reopen({ syncMs: 3_600_000 })
      await withResults(3)
      await store.frontier.complete(completionsOf((await store.frontier.dispatch(1)).dispatches))
      expect((await store.frontier.status('a'))?.state).to.equal('finished')
      const whole = readFileSync(file(), 'utf8')
      truncateSync(file(), Math.floor(whole.length * kept))
      await store.reopen()
      expect(readFileSync(file(), 'utf8')).to.equal(whole)
      expect((await linesOf(store, 'a')).map(({ n }) => n)).to.deep.equal([1, 2, 3, 4])
    })
  }

  it('logs lost lines, and the others can be read', async () => {
    await withResults(3)
    const first = readFileSync(file(), 'utf8').split('\n')[0] as string
    truncateSync(file(), first.length + 30)
    store.database.db.exec('DELETE FROM tails')
    const { log, errors } = errorLog()
    await store.reopen({ logger: log })
    await store.frontier.complete(completionsOf((await store.frontier.dispatch(1)).dispatches))
    expect((await linesOf(store, 'a')).map(({ n }) => n)).to.deep.equal([1, 4])
    expect(await linesOf(store, 'a', { after: 3 })).to.have.length(1)
    expect(errors.join()).to.include('result lines of a batch are lost')
  })

  it('ends a cancelled batch of a former version, which waited for its items in flight', async () => {
    await startBatch(store, 'a', ['http://x.example/', 'http://y.example/'])
    await store.frontier.dispatch(1)
    store.database.db.exec("UPDATE batches SET state = 'cancelled'")
    await store.reopen()
    const status = await store.frontier.status('a')
    expect(status).to.deep.include({ state: 'cancelled' })
    expect(status?.counts).to.include({ waiting: 0, running: 0 })
    expect(status?.finishedAt).to.be.a('string')
  })
})
