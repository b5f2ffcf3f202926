import { expect } from 'chai'
import { makeQueueCounts } from '#gateway/inspections/admission/queue-counts.ts'
import { makeLoadTracker } from '#shared/consumer/pool/load-tracker.ts'

const OWNERS = 10_000
const PROCESSES = 24
const KIB = 1024
/** 16 hex digits, as far apart as those of real owners. */
const tenantOf = (owner: number) =>
  (BigInt(owner) * 0x9e3779b97f4a7c15n).toString(16).padStart(24, '0').slice(-16)

/** Processes of a stage, and a gateway that reads their reports. */
function scene() {
  const trackers = Array.from({ length: PROCESSES }, () => makeLoadTracker({ slots: 4, perOwner: 4 }))
  const gateway = makeQueueCounts()
  let arrived = 0
  return {
    gateway,
    /** Requests of the owner arrive, each at the next process. */
    arrive(owner: number, count: number) {
      for (let request = 0; request < count; request++)
        trackers[arrived++ % PROCESSES]?.countJob({ tenant: tenantOf(owner) }, 1)
    },
    /** Returns the bytes that the gateway read. */
    poll(): number {
      const reports = trackers.map((tracker, at) => [`process-${10 + at}`, tracker.report(true)] as const)
      gateway.update(new Map(reports.map(([id, { together }]) => [id, together])))
      return reports.reduce((sum, [id, report]) => sum + id.length + JSON.stringify(report).length, 0)
    },
  }
}

/** Counts the entries of maps that `work` goes through. */
function entriesVisited(work: () => void): number {
  const iterators = ['entries', 'keys', 'values', Symbol.iterator] as const
  const originals = iterators.map((name) => [name, Map.prototype[name]] as const)
  let visited = 0
  for (const [name, original] of originals) {
    Object.assign(Map.prototype, {
      *[name](this: Map<unknown, unknown>) {
        for (const one of { [Symbol.iterator]: () => original.call(this) }) {
          visited += 1
          yield one
        }
      },
    })
  }
  try {
    work()
  } finally {
    for (const [name, original] of originals) Object.assign(Map.prototype, { [name]: original })
  }
  return visited
}

describe('queue-counts, of 10,000 owners at 24 processes', () => {
  it('are read with less than 20 KB at a time', () => {
    const { arrive, poll } = scene()
    for (let owner = 0; owner < OWNERS; owner++) arrive(owner, 3)
    for (let second = 0; second < 10; second++) expect(poll()).to.be.below(20 * KIB)
  })

  it('are all right from the first report on, and those of each owner once all were named', () => {
    const { gateway, arrive, poll } = scene()
    for (let owner = 0; owner < OWNERS; owner++) arrive(owner, 1)
    for (let second = 0; second < 3; second++) poll()
    expect(gateway.all().owners).to.be.closeTo(OWNERS, 1)
    expect(gateway.all().sumUpTo(5)).to.be.closeTo(OWNERS, 1)
    // Each process names 16 changes a second twice, of 417.
    for (let second = 0; second < 27; second++) poll()
    expect(gateway.of(tenantOf(0))).to.equal(1)
    expect(gateway.of(tenantOf(OWNERS - 1))).to.equal(1)
    expect(gateway.all()).to.include({ owners: OWNERS })
  })

  it('tell within four seconds what an owner has at other gateways, however many owners wait', () => {
    const { gateway, arrive, poll } = scene()
    for (let owner = 0; owner < OWNERS; owner++) arrive(owner, 1)
    for (let second = 0; second < 60; second++) poll()
    // Twenty that this gateway accepted, and thirty that others did.
    for (let request = 0; request < 20; request++) gateway.adjust(tenantOf(7), 1)
    arrive(7, 50)
    for (let second = 0; second < 4; second++) poll()
    expect(gateway.of(tenantOf(7))).to.equal(1 + 50)
  })

  it('cost a call as many steps as there are distinct counts', () => {
    const { gateway, arrive, poll } = scene()
    for (let owner = 0; owner < OWNERS; owner++) {
      arrive(owner, 1)
      gateway.adjust(tenantOf(owner), 1)
      if (owner % 2 === 0) gateway.adjust(tenantOf(owner), 1)
    }
    for (let second = 0; second < 3; second++) poll()
    const visited = entriesVisited(() => {
      gateway.all().sumUpTo(gateway.of(tenantOf(1)) + 1)
      gateway.adjust(tenantOf(1), 1)
    })
    // Owners have one or two inspections.
    expect(visited).to.be.within(1, 3)
  })
})

describe('queue-counts', () => {
  const reportOf = (waiting: Readonly<Record<string, number>>, jobs: number, owners = 1) =>
    new Map([['p', { owners, jobs, waiting }]])

  it('ignore what two of three reports say: it may have ended', () => {
    const counts = makeQueueCounts()
    counts.update(reportOf({ a: 9 }, 9))
    counts.update(reportOf({ a: 9 }, 9))
    counts.update(reportOf({ a: 4 }, 4))
    expect(counts.of('a')).to.equal(4)
    counts.update(reportOf({ a: 9 }, 9))
    expect(counts.of('a')).to.equal(4)
  })

  it('count inspections of owners that are not named yet, once, with as many each as is usual', () => {
    const counts = makeQueueCounts()
    // Five of this gateway and twelve others, two each; six owners.
    for (let own = 0; own < 5; own++) counts.adjust(`own-${own}`, 1)
    counts.update(reportOf({}, 17, 17 / 2))
    expect(counts.all().owners).to.equal(5 + 6)
    expect(counts.all().sumUpTo(1)).to.equal(5 + 6)
    expect(counts.all().sumUpTo(2)).to.equal(5 + 12)
  })

  it('ignore an end that has no beginning', () => {
    const counts = makeQueueCounts()
    counts.update(reportOf({ a: 3 }, 3))
    counts.adjust('a', -1)
    expect(counts.of('a')).to.equal(3)
  })
})
