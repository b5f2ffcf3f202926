import { expect } from 'chai'
import { readLoads } from '#gateway/inspections/admission/admission.ts'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { makeLoadTracker } from '#shared/consumer/pool/load-tracker.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
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
    for (const end of ends) await end()
    await store.close()
    database.close()
  })

  function report(slots: number, of: Pick<ResultStore, 'claim' | 'set' | 'delete'> = store) {
    const load = makeLoadTracker({ slots, perOwner: slots })
    ends.push(reportLoad({ store: of, load, intervalMs: 20 }))
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

  it('uses another key when a process has taken the first one', async () => {
    await store.set(
      'render-load:0',
      JSON.stringify({ id: 'another', ...makeLoadTracker({ slots: 9, perOwner: 9 }).current() }),
      60,
    )
    report(2)
    await eventually(async () => (await slotsTold()).join() === '2,9')
  })

  it('continues when the store is available again', async () => {
    let isAway = true
    let refused = 0
    report(2, {
      ...store,
      claim: async (...requested) => {
        if (!isAway) return store.claim(...requested)
        refused += 1
        throw new Error('away')
      },
    })
    await eventually(() => refused > 2)
    expect(await slotsTold()).to.deep.equal([])
    isAway = false
    await eventually(async () => (await slotsTold()).length === 1)
  })
})
