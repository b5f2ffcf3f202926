import { expect } from 'chai'
import { makeHostWaits } from '#shared/politeness/host-waits.ts'
import type { BatchPoliteness } from '#shared/ports/batch-politeness.ts'
import type { BatchStatus, HostQueue } from '#shared/ports/batches.ts'
import type { Batch } from '#stages/batch/frontier/frontier.ts'
import { makeStatusWithPace } from '#stages/batch/frontier/pace.ts'
import { someStatus } from '#test/contract/batches.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const someBatch: Batch = {
  id: 'b',
  operation: 'metadata',
  parameters: { device: 'mobile' },
  crawl: null,
  sitemaps: [],
  owner: null,
  state: 'running',
  createdAt: 0,
}
const none = { wait: null, pace: null }

describe('the status of a batch with its pace', () => {
  const clock = driveClockInEachTest()
  let values: Map<string, string>
  let queues: HostQueue[]
  let status: BatchStatus
  let asked: number
  beforeEach(() => {
    values = new Map()
    asked = 0
    queues = [{ host: 'a.test', waiting: 3, running: 1, restsUntil: null }]
    const counts = { accepted: 100, rejected: 0, waiting: 80, running: 10, done: 8, failed: 2 }
    status = { ...someStatus, counts, createdAt: new Date(Date.now()).toISOString() }
  })
  const store = {
    getMany: async (keys: readonly string[]) => keys.map((key) => values.get(key) ?? null),
    set: async (key: string, value: string) => void values.set(key, value),
  }
  const make = (delayMs = 0, own = store, politeness: BatchPoliteness | null = null) => {
    const frontier = {
      async status(_id: string, hosts = 0) {
        if (hosts > 0) asked += 1
        return hosts === 0 ? status : { ...status, hosts: queues.slice(0, hosts) }
      },
      batch: async () => ({ ...someBatch, ...(politeness && { politeness }) }),
    }
    const read = makeStatusWithPace(frontier, { store: own, delayMs })
    return async (hosts?: number) => (await read(status.id, hosts)) as BatchStatus
  }
  const about = { url: 'http://a.test/x', status: 503 }

  it('has the results of a second, and what is left of time', async () => {
    const read = make()
    await clock.pass(5000)
    // 10 results in 5 s, 90 items left.
    expect((await read()).pace).to.deep.equal({ pagesPerSecond: 2, etaSeconds: 45, waits: [] })
    status = { ...status, counts: { ...status.counts, waiting: 40, done: 48 } }
    await clock.pass(10_000)
    expect((await read()).pace).to.deep.include({ pagesPerSecond: 4, etaSeconds: 13 })
    // A minute later nothing more has ended.
    await clock.pass(61_000)
    await read()
    await clock.pass(5000)
    expect((await read()).pace).to.deep.include({ pagesPerSecond: 0, etaSeconds: null })
  })

  it('has no rate and no waits while it is paused, and no pace after its end', async () => {
    const read = make(1000)
    await clock.pass(5000)
    status = { ...status, state: 'paused' }
    expect((await read()).pace).to.deep.equal({ pagesPerSecond: 0, etaSeconds: null, waits: [] })
    status = { ...status, state: 'finished', finishedAt: '2026-11-22T10:31:00.000Z' }
    expect(await read()).to.not.have.property('pace')
  })

  it('shows the URL of a response to the batch whose request it was, and its status to all', async () => {
    const waits = makeHostWaits(store)
    waits.noteWait(['a.test'], 4000, { ...about, reason: 'retry_after', batch: status.id })
    const own = (await make()()).pace?.waits
    expect(own).to.have.length(1)
    expect(own?.[0]).to.include({ host: 'a.test', reason: 'retry_after', ...about, delayMs: null })
    waits.noteWait(['a.test'], 4000, { ...about, reason: 'status_503', batch: 'another' })
    expect((await make()()).pace?.waits[0]).to.include({ reason: 'status_503', url: null, status: 503 })
    await clock.pass(4001)
    expect((await make()()).pace?.waits).to.deep.equal([])
  })

  it('names the delay between requests of hosts with waiting items, and that of the site before it', async () => {
    queues.push({ host: 'b.test', waiting: 0, running: 1, restsUntil: null })
    queues.push({ host: 'c.test', waiting: 0, running: 0, restsUntil: null })
    const usual = (await make(1000)()).pace?.waits ?? []
    expect(usual.map(({ host, reason, delayMs }) => [host, reason, delayMs])).to.deep.equal([
      ['a.test', 'delay', 1000],
    ])
    makeHostWaits(store).notePace(['a.test'], { reason: 'crawl_delay', delayMs: 5000 })
    const sites = (await make(1000)()).pace?.waits ?? []
    expect(sites.map(({ reason, delayMs }) => [reason, delayMs])).to.deep.equal([['crawl_delay', 5000]])
  })

  const ofOwn = async (delayMs: number, politeness: Partial<BatchPoliteness>) => {
    const own = { delayMs: null, concurrency: null, isUnthrottled: false, ...politeness }
    const { pace } = await make(delayMs, store, own)()
    return [pace?.waits.map((wait) => [wait.reason, wait.delayMs]), pace?.etaSeconds]
  }

  it("names the batch's own delay, and counts on it for the time that is left", async () => {
    await clock.pass(5000)
    // By the rate 45 s. 3 waiting items of the host with 60 s between them: 180 s.
    expect(await ofOwn(1000, { delayMs: 60_000 })).to.deep.equal([[['delay', 60_000]], 180])
    expect(await ofOwn(1000, { concurrency: 1 })).to.deep.equal([[['delay', 1000]], 45])
    expect(await ofOwn(1000, { delayMs: 0, isUnthrottled: true })).to.deep.equal([[], 45])
  })

  it('names the longer one of its own delay and that of the site', async () => {
    const waits = makeHostWaits(store)
    waits.notePace(['a.test'], { reason: 'delay', delayMs: 3000 })
    expect((await ofOwn(1000, { delayMs: 2000 }))[0]).to.deep.equal([['delay', 3000]])
    expect((await ofOwn(1000, { delayMs: 4000 }))[0]).to.deep.equal([['delay', 4000]])
    expect((await ofOwn(1000, { delayMs: 200, isUnthrottled: true }))[0]).to.deep.equal([['delay', 200]])
    makeHostWaits(store).notePace(['a.test'], { reason: 'crawl_delay', delayMs: 5000 })
    expect((await ofOwn(1000, { delayMs: 200, isUnthrottled: true }))[0]).to.deep.equal([
      ['crawl_delay', 5000],
    ])
  })

  it('tells what the batch was asked for, also after its end', async () => {
    const requested = { parameters: { device: 'mobile' }, crawl: null }
    expect((await make()()).requested).to.deep.equal(requested)
    status = { ...status, state: 'finished', finishedAt: '2026-11-22T10:31:00.000Z' }
    expect((await make()()).requested).to.deep.equal(requested)
  })

  it('reads the hosts of a batch every 2 s at most, and returns as many as were asked for', async () => {
    const read = make()
    for (let times = 0; times < 5; times++) expect(await read()).to.not.have.property('hosts')
    expect(asked).to.equal(1)
    await clock.pass(2001)
    await read()
    expect(asked).to.equal(2)
    expect((await read(1)).hosts).to.have.length(1)
  })

  it('is known without the store, but for its waits', async () => {
    const away = { ...store, getMany: () => Promise.reject(new Error('away')) }
    await clock.pass(5000)
    expect((await make(1000, away)()).pace).to.deep.equal({ pagesPerSecond: 2, etaSeconds: 45, waits: [] })
  })

  it('notes nothing that is shorter than a second', async () => {
    const waits = makeHostWaits(store)
    waits.noteWait(['a.test'], 999, { ...about, reason: 'status_503', batch: null })
    expect(await waits.read(['a.test'])).to.deep.equal([none])
    expect(await waits.read([])).to.deep.equal([])
    expect(
      await rejectionOf(
        makeHostWaits({ ...store, getMany: () => Promise.reject(new Error('away')) }).read(['a']),
      ),
    ).to.be.instanceOf(Error)
  })
})
