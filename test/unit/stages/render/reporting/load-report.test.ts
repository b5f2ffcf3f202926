import { expect } from 'chai'
import { readLoads } from '#gateway/inspections/admission/load-reports.ts'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { makeLoadTracker } from '#shared/consumer/pool/load-tracker.ts'
import type { Notices, ResultStore } from '#shared/ports/result-store.ts'
import { reportLoad } from '#stages/render/reporting/load-report.ts'
import { eventually } from '#test/contract/eventually.ts'

describe('reportLoad', () => {
  let database: Database
  let store: ResultStore
  let ends: (() => Promise<void>)[]
  beforeEach(() => {
    database = openDatabase(':memory:')
    store = sqliteResultStore({ database })
    ends = []
  })
  afterEach(async () => {
    await Promise.all(ends.map((end) => end()))
    await store.close()
    database.close()
  })

  function report(
    slots: number,
    more: { of?: Notices; isGivenJobs?: () => boolean; intervalMs?: number } = {},
  ) {
    const { of = store, isGivenJobs = () => true, intervalMs = 20 } = more
    const load = makeLoadTracker({ slots, perOwner: slots })
    ends.push(reportLoad({ store: of, load, isGivenJobs, intervalMs }))
    return load
  }
  const slotsTold = async () => (await readLoads(store)).map(({ together }) => together.slots).toSorted()

  it('reports the current load of each process', async () => {
    const load = report(2)
    report(3)
    await eventually(async () => (await slotsTold()).join() === '2,3')
    load.countJob({ tenant: 'a' }, 1)
    await eventually(async () => (await readLoads(store)).some(({ together }) => together.waiting.a === 1))
    expect(await slotsTold()).to.deep.equal([2, 3])
  })

  it('ends with its process', async () => {
    report(2)
    await eventually(async () => (await slotsTold()).length === 1)
    await ends.pop()?.()
    expect(await slotsTold()).to.deep.equal([])
  })

  it('has no slots while the process owns no partition of interactive requests', async () => {
    let isGivenJobs = false
    report(2, { isGivenJobs: () => isGivenJobs })
    await eventually(async () => (await slotsTold()).join() === '0')
    isGivenJobs = true
    await eventually(async () => (await slotsTold()).join() === '2')
    isGivenJobs = false
    await eventually(async () => (await slotsTold()).join() === '0')
  })

  it('is read of 200 processes, each once', async () => {
    for (let process = 0; process < 200; process++) report(process, { intervalMs: 10_000 })
    await eventually(async () => (await readLoads(store)).length === 200)
    const loads = await readLoads(store)
    expect(loads.reduce((sum, { together }) => sum + together.slots, 0)).to.equal((199 * 200) / 2)
    expect(new Set(loads.map(({ id }) => id)).size).to.equal(200)
  })

  it('continues when the store is available again', async () => {
    let isAway = true
    let refused = 0
    report(2, {
      of: {
        ...store,
        postNotice: async (...requested) => {
          if (!isAway) return store.postNotice(...requested)
          refused += 1
          throw new Error('away')
        },
      },
    })
    await eventually(() => refused > 2)
    expect(await slotsTold()).to.deep.equal([])
    isAway = false
    await eventually(async () => (await slotsTold()).length === 1)
  })
})
