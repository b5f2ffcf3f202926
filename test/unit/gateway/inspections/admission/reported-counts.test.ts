import { expect } from 'chai'
import { makeReportedCounts } from '#gateway/inspections/admission/reported-counts.ts'

type Waiting = Readonly<Record<string, number>>

describe('reported-counts', () => {
  const report = (jobs: number, waiting: Waiting, owners = 1) => ({ owners, jobs, waiting })
  const counts = (of: ReturnType<typeof makeReportedCounts>) => Object.fromEntries(of.byOwner)

  it('adds up the jobs of an owner over processes, and keeps what earlier reports named', () => {
    const reported = makeReportedCounts()
    reported.update(
      new Map([
        ['p', report(5, { a: 2 }, 2)],
        ['q', report(4, { a: 3, b: 1 }, 2)],
      ]),
    )
    expect(counts(reported)).to.deep.equal({ a: 5, b: 1 })
    expect(reported.totals).to.deep.equal({ owners: 4, jobs: 9 })
    reported.update(
      new Map([
        ['p', report(5, { c: 3 }, 2)],
        ['q', report(4, { a: 4, b: 0 }, 1)],
      ]),
    )
    expect(counts(reported)).to.deep.equal({ a: 6, c: 3 })
  })

  it('forgets a process that reports no more', () => {
    const reported = makeReportedCounts()
    reported.update(
      new Map([
        ['p', report(2, { a: 2 })],
        ['q', report(1, { a: 1 })],
      ]),
    )
    reported.update(new Map([['q', report(1, {})]]))
    expect(counts(reported)).to.deep.equal({ a: 1 })
  })

  it('forgets what was named first when a process has fewer jobs than it named: a report was missed', () => {
    const reported = makeReportedCounts()
    for (const waiting of [{ a: 1 }, { b: 1 }, { c: 1 }])
      reported.update(new Map([['p', report(3, waiting, 3)]]))
    // The report that said that a has none was missed.
    reported.update(new Map([['p', report(2, { b: 1 }, 2)]]))
    expect(counts(reported)).to.deep.equal({ b: 1, c: 1 })
    // All its partitions went to another process.
    reported.update(new Map([['p', report(0, {}, 0)]]))
    expect(counts(reported)).to.deep.equal({})
  })
})
