import { expect } from 'chai'
import { makeSiteReports, type SiteReports } from '#stages/batch/adapters/sqlite/site/site-reports.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { batchNamed, completionsOf, page } from '#test/contract/frontier/batch-scene.ts'
import { openFileFixture, type SiteFixture } from '../../../site-fixture.ts'

const { signal } = new AbortController()
const named = (id: string, owner = 'someone') => ({ id, owner })

describe('reports from the frontier in one file, in a thread of their own', () => {
  let store: SiteFixture
  let reports: SiteReports
  before(async () => {
    store = await openFileFixture()
    await store.frontier.create(batchNamed('a'))
    await store.frontier.add(
      'a',
      Array.from({ length: 5 }, (_, at) => page(`http://x${at}.example/`)),
    )
    await store.frontier.start('a', false)
    await store.frontier.complete(completionsOf((await store.frontier.dispatch(10)).dispatches))
    reports = makeSiteReports({ source: store.path, budget: { timeoutMs: 15_000, memoryMb: 256 } })
  })
  after(async () => {
    await reports.stop()
    await store.close()
  })

  it('are JSON, or null for a batch that is not there', async () => {
    const query = { compare: null, signal }
    const report = JSON.parse((await reports.report(named('a'), query)) ?? '')
    expect([report.batch.id, report.pages.total, report.complete]).to.deep.equal(['a', 5, true])
    expect(await reports.report(named('b'), query)).to.equal(null)
    expect(await reports.report(named('a'), { ...query, compare: 'b' })).to.equal(null)
  })

  it('have rows from a number on, up to a limit', async () => {
    const rowsOf = async (id: string, after: number, limit: number | null) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of reports.pages(named(id), { after, limit, signal })) chunks.push(chunk)
      const lines = Buffer.concat(chunks)
        .toString()
        .split('\n')
        .filter((line) => line !== '')
      return lines.map((line) => (JSON.parse(line) as { n: number }).n)
    }
    expect(await rowsOf('a', 0, null)).to.deep.equal([1, 2, 3, 4, 5])
    expect(await rowsOf('a', 3, null)).to.deep.equal([4, 5])
    expect(await rowsOf('a', 1, 2)).to.deep.equal([2, 3])
    expect([await rowsOf('a', 9, null), await rowsOf('b', 0, null)]).to.deep.equal([[], []])
  })

  it('say what is to be checked, and their figures', async () => {
    expect((await reports.targets('a', 10, signal))?.origins).to.have.length(5)
    expect((await reports.figures('a', signal))?.pages.total).to.equal(5)
    expect([await reports.targets('b', 10, signal), await reports.figures('b', signal)]).to.deep.equal([
      null,
      null,
    ])
  })

  it('count what changed, or are null where one of the batches is not there', async () => {
    expect(await reports.changes('a', 'a', signal)).to.deep.equal({ found: 0, fixed: 0 })
    expect([await reports.changes('a', 'b', signal), await reports.changes('b', 'a', signal)]).to.deep.equal([
      null,
      null,
    ])
  })

  it('are given up with the caller', async () => {
    const stopping = new AbortController()
    const report = reports.report(named('a'), { compare: null, signal: stopping.signal })
    stopping.abort(new Error('gone'))
    expect((await rejectionOf(report)) as Error).to.include({ message: 'gone' })
    expect(await reports.report(named('a'), { compare: null, signal })).to.be.a('string')
  })
})
