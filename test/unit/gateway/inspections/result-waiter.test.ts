import { expect } from 'chai'
import { openResultWaiter, type ResultWaiter } from '#gateway/inspections/result-waiter.ts'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { type Outcome, outcomeToText } from '#shared/messages/events/outcome.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { ENDED_CHANNEL, outcomeKey } from '#shared/store/keys.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

const LONG_MS = 60_000
/** A lost wake-up delays an answer by this at most. */
const LOST_MS = 1000
const here = new AbortController().signal
const outcome: Outcome = {
  topic: 'result.metadata',
  timing: 'fetch;dur=1.0',
  json: '{"a":"\\n"}',
  dataref: null,
}

describe('result-waiter', () => {
  let database: Database
  let store: ResultStore
  let resultWaiter: ResultWaiter
  let clock: DrivenClock
  beforeEach(async () => {
    clock = driveClock()
    database = openDatabase(':memory:')
    store = sqliteResultStore({ database })
    resultWaiter = await openResultWaiter(store)
  })
  afterEach(async () => {
    await resultWaiter.close()
    await store.close()
    database.close()
    clock.stop()
  })

  const end = (id: string) => store.claim(outcomeKey(id), outcomeToText(outcome), 60)

  it('returns the outcome when the inspection ends', async () => {
    const waiting = resultWaiter.waitFor('one', LONG_MS, here)
    await end('one')
    await store.wake(ENDED_CHANNEL, 'one')
    expect(await waiting).to.deep.equal(outcome)
    expect(resultWaiter.waitingCount()).to.equal(0)
  })

  it('finds the outcome within a second when the wake-up got lost', async () => {
    const waiting = resultWaiter.waitFor('one', LOST_MS + 1, here)
    await end('one')
    expect(await clock.run(waiting)).to.deep.equal(outcome)
  })

  it('leaves an outcome to its wake-up for one interval', async () => {
    const waiting = resultWaiter.waitFor('one', LONG_MS, here)
    await end('one')
    await clock.pass(LOST_MS - 1)
    expect(resultWaiter.waitingCount()).to.equal(1)
    await clock.pass(1)
    expect(await waiting).to.deep.equal(outcome)
  })

  it('finds an outcome that existed before', async () => {
    await end('one')
    expect(await clock.run(resultWaiter.waitFor('one', LONG_MS, here))).to.deep.equal(outcome)
  })

  it('finds it at once with checkNow', async () => {
    await end('one')
    const waiting = resultWaiter.waitFor('one', LONG_MS, here)
    resultWaiter.checkNow('one')
    resultWaiter.checkNow('two')
    expect(await waiting).to.deep.equal(outcome)
  })

  it('ignores a wake-up without outcome and that of another inspection', async () => {
    const waiting = resultWaiter.waitFor('one', LONG_MS, here)
    await end('two')
    for (const id of ['one', 'two', 'three']) await store.wake(ENDED_CHANNEL, id)
    await clock.pass(400)
    expect(resultWaiter.waitingCount()).to.equal(1)
    await end('one')
    await clock.run(waiting)
  })

  it('returns the outcome to all callers that wait for it', async () => {
    const waiting = [resultWaiter.waitFor('one', LONG_MS, here), resultWaiter.waitFor('one', LONG_MS, here)]
    expect(resultWaiter.waitingCount()).to.equal(1)
    await end('one')
    expect(await clock.run(Promise.all(waiting))).to.deep.equal([outcome, outcome])
  })

  it('returns null after the time limit and forgets the caller', async () => {
    const waiting = resultWaiter.waitFor('one', 20, here)
    await clock.pass(19)
    expect(resultWaiter.waitingCount()).to.equal(1)
    await clock.pass(1)
    expect(resultWaiter.waitingCount()).to.equal(0)
    expect(await waiting).to.equal(null)
  })

  it('forgets a caller that disconnects; the others wait on', async () => {
    const [leaving, left] = [new AbortController(), new Error('left')]
    const gone = resultWaiter.waitFor('one', LONG_MS, leaving.signal)
    const stays = resultWaiter.waitFor('one', LONG_MS, here)
    leaving.abort(left)
    expect(await rejectionOf(gone)).to.equal(left)
    expect(resultWaiter.waitingCount()).to.equal(1)
    await end('one')
    expect(await clock.run(stays)).to.deep.equal(outcome)
    expect(resultWaiter.waitingCount()).to.equal(0)
  })

  it('does not wait for a caller that is already disconnected', async () => {
    const left = new Error('left')
    expect(await rejectionOf(resultWaiter.waitFor('one', LONG_MS, AbortSignal.abort(left)))).to.equal(left)
    expect(resultWaiter.waitingCount()).to.equal(0)
  })

  it('rejects all calls with failAll', async () => {
    const waiting = ['one', 'one', 'two'].map((id) => rejectionOf(resultWaiter.waitFor(id, LONG_MS, here)))
    resultWaiter.failAll()
    for (const error of await Promise.all(waiting)) {
      expect(error).to.deep.include({ code: 'SERVICE_UNAVAILABLE' })
    }
    expect(resultWaiter.waitingCount()).to.equal(0)
  })

  it('reads at once after a gap in the wake-ups, and survives an unavailable store', async () => {
    const gaps: (() => void)[] = []
    let isAway = false
    const lossy: ResultStore = {
      ...store,
      getMany: (keys) => (isAway ? Promise.reject(new Error('away')) : store.getMany(keys)),
      async listen(_channel, _onMessage, onGap) {
        gaps.push(onGap)
        return async () => {}
      },
    }
    const other = await openResultWaiter(lossy)
    try {
      const waiting = other.waitFor('one', LONG_MS, here)
      await end('one')
      isAway = true
      for (const gap of gaps) gap()
      await clock.pass(0)
      isAway = false
      for (const gap of gaps) gap()
      expect(await waiting).to.deep.equal(outcome)
      expect(gaps).to.have.length(1)
    } finally {
      await other.close()
    }
  })

  it('holds thousands of callers without adding a listener to a shared signal for each', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => void warnings.push(warning)
    process.on('warning', onWarning)
    const waiting = Array.from({ length: 2000 }, (_, index) =>
      resultWaiter.waitFor(`${index}`, 50, new AbortController().signal),
    )
    await clock.run(Promise.all(waiting))
    process.off('warning', onWarning)
    expect(warnings).to.deep.equal([])
    expect(resultWaiter.waitingCount()).to.equal(0)
  })
})
