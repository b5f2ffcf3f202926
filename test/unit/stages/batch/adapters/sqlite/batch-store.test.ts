import { expect } from 'chai'
import { DISPATCHABLE, makeNotifier } from '#stages/batch/notifier.ts'
import { eventually } from '#test/contract/eventually.ts'
import { crawlRules, linesOf, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { errorLog } from '#test/support/silent-log.ts'
import { flowingClockInEachTest } from '#test/unit/driven-clock/flowing-clock.ts'
import { openStoreFixture, type StoreFixture } from '../../store-fixture.ts'

describe('openBatchStore', () => {
  const clock = flowingClockInEachTest()
  let fixture: StoreFixture
  afterEach(() => fixture.end())

  it('ends the readers of a crawl as soon as the clean-up has finished it', async () => {
    fixture = await openStoreFixture()
    const crawl = { ...crawlRules, maxMinutes: 1 }
    await startBatch(fixture, 'a', ['http://x.example/'], { crawl, createdAt: Date.now() - 57_000 })
    const began = clock.now()
    expect(await linesOf(fixture, 'a', { isFollowing: true })).to.deep.equal([])
    // Without a notification a reader looks again after five seconds.
    expect(clock.now() - began).to.be.below(4900)
  })

  it('notifies the dispatcher when a host has rested', async () => {
    const notifier = makeNotifier()
    fixture = await openStoreFixture({ notifier })
    await startBatch(fixture, 'a', ['http://x.example/1'])
    const changes = notifier.subscribe(DISPATCHABLE)
    fixture.database.db.exec('UPDATE queues SET rests_until = 2, is_ready = 0')
    const began = clock.now()
    await changes.next(10_000)
    expect(clock.now() - began).to.be.below(5000)
    expect((await fixture.frontier.dispatch(1)).dispatches).to.have.length(1)
  })

  it('goes on after a failed clean-up, and logs what is no outage', async () => {
    const { log, errors } = errorLog()
    fixture = await openStoreFixture({ logger: log })
    const { db } = fixture.database
    let failure: Error | null = null
    db.function('fail_at_times', () => {
      if (failure !== null) throw failure
      return 0
    })
    db.exec(`
      CREATE TEMP TRIGGER failing BEFORE UPDATE ON batches WHEN NEW.leftovers < OLD.leftovers
      BEGIN SELECT fail_at_times(); END`)
    failure = new Error('a mistake')
    await startBatch(fixture, 'a', [])
    await eventually(() => errors.length > 0)
    failure = null
    await eventually(() => db.prepare('SELECT leftovers FROM batches').get()?.leftovers === 0)
    expect(errors[0]).to.include('the clean-up of the frontier failed')
  })
})
