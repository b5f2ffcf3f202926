import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  makeShardReports,
  type ShardReports,
} from '#stages/batch/adapters/sqlite/site/copies/shard-reports.ts'
import { makeReportThread, type ReportThread } from '#stages/batch/adapters/sqlite/site/report-thread.ts'
import { makeSiteReports } from '#stages/batch/adapters/sqlite/site/site-reports.ts'
import { homeOf } from '#stages/batch/shards/placement.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { linesOf } from '#test/contract/frontier/batch-scene.ts'
import { frontierOptions } from '#test/contract/frontier/frontier-fixture.ts'
import { openShardedFixture, type ShardedFixture } from '../../../../shards/sharded-fixture.ts'
import { openFileFixture } from '../../../../site-fixture.ts'
import { inspect, rowsOf, type ScenePages, scenePages, withoutTimes } from '../site-scene.ts'

const COUNT = 4
const { signal } = new AbortController()
const budget = { timeoutMs: 15_000, memoryMb: 256 }
const named = (id: string) => ({ id, owner: '' })
const all = { after: 0, limit: null, signal }
const alone = { compare: null, signal }

/** The name of a batch with that home. */
function atHome(shard: number, name: string): string {
  let at = 0
  while (homeOf(`${name}${at}`, COUNT) !== shard) at += 1
  return `${name}${at}`
}

/** The report and the rows that the frontier in one file gives. */
async function expected(
  pages: ScenePages,
  more: Parameters<typeof inspect>[3],
  before: ScenePages | null = null,
) {
  const fixture = await openFileFixture()
  const reports = makeSiteReports(fixture.path, budget)
  try {
    await inspect(fixture.frontier, 'a', pages, more)
    if (before !== null) await inspect(fixture.frontier, 'b', before, more)
    const report = await reports.report(named('a'), { compare: before && 'b', signal })
    const rows = await rowsOf(reports.pages(named('a'), all))
    return { report: withoutTimes(report), rows: rows.map(({ n: _, ...row }) => row) }
  } finally {
    await reports.stop()
    await fixture.close()
  }
}

describe('reports on batches in shards', function () {
  this.timeout(60_000)
  let fixture: ShardedFixture
  let thread: ReportThread
  let folder: string
  /** The first one owns shards 0 and 1, the second one the others. */
  let processes: [ShardReports, ShardReports]
  const lost = Array.from({ length: COUNT }, () => new AbortController())

  before(async () => {
    fixture = await openShardedFixture(frontierOptions, { count: COUNT, isReplayed: false })
    thread = makeReportThread(budget)
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-copies-'))
    const processOf = (owns: readonly number[], other: () => ShardReports) =>
      makeShardReports({
        ...{ thread, shards: fixture.shards, folder: join(folder, `${owns[0]}`) },
        owned: () =>
          fixture.files
            .map(({ path, store }, shard) => ({
              shard,
              path,
              sites: store.sites,
              lost: (lost[shard] as AbortController).signal,
            }))
            .filter(({ shard }) => owns.includes(shard)),
        copyFrom: (...wanted) => other().copy(...wanted),
      })
    processes = [processOf([0, 1], () => processes[1]), processOf([2, 3], () => processes[0])]
  })
  after(async () => {
    await thread.stop()
    await fixture.close()
    rmSync(folder, { recursive: true })
  })
  afterEach(() => {
    for (const own of ['0', '2']) expect(readdirSync(join(folder, own))).to.deep.equal([])
  })

  it('are the same on a crawl at any process, and as with one file', async () => {
    const pages = scenePages('x.example')
    const id = atHome(0, 'crawl')
    await inspect(fixture.frontier, id, pages)
    const wanted = await expected(pages, undefined)
    expect(wanted.report.site_issues.length).to.be.above(3)
    for (const reports of processes) {
      expect(withoutTimes(await reports.report(named(id), alone))).to.deep.equal(wanted.report)
      const rows = await rowsOf(reports.pages(named(id), all))
      expect(rows.map(({ n: _, ...row }) => row)).to.deep.equal(wanted.rows)
    }
  })

  for (const [where, shard] of [
    ['in the same shard', 0],
    ['in another shard of the process', 1],
    ['in a shard of another process', 2],
  ] as const) {
    it(`compare with a crawl ${where}`, async () => {
      const pages = scenePages('x.example')
      const { 'http://x.example/b': _, 'http://x.example/a': __, ...rest } = pages
      const before: ScenePages = { ...rest, 'http://x.example/old': { title: 'Old', fails: ['fixed'] } }
      const [now, then] = [atHome(0, `now${shard}`), atHome(shard, 'then')]
      await inspect(fixture.frontier, now, pages)
      await inspect(fixture.frontier, then, before)
      const report = withoutTimes(await processes[0].report(named(now), { compare: then, signal }))
      expect(report.changes).to.include({ batch: then, pages_added_total: 2, pages_gone_total: 1 })
      expect(report.changes.pages_gone).to.deep.equal(['http://x.example/old'])
      const wanted = await expected(pages, undefined, before)
      expect({ ...report, changes: { ...report.changes, batch: 'b' } }).to.deep.equal(wanted.report)
      expect(await processes[0].report(named(now), { compare: 'none', signal })).to.equal(null)
    })
  }

  it('are of all shards of a list, with the numbers of its result lines', async () => {
    const pages = {
      ...scenePages('one.example', 'two.example'),
      ...scenePages('three.example', 'four.example'),
    }
    const list = { crawl: null }
    const id = atHome(3, 'list')
    await inspect(fixture.frontier, id, pages, list)
    expect((await fixture.shards.ask(3, 'shardsOf', id)).length).to.be.above(1)
    const wanted = await expected(pages, list)
    expect(wanted.report).to.deep.include({ complete: true })
    const lines = new Map((await linesOf(fixture, id)).map(({ n, url }) => [url, n]))
    for (const reports of processes) {
      expect(withoutTimes(await reports.report(named(id), alone))).to.deep.equal(wanted.report)
      const rows = await rowsOf(reports.pages(named(id), all))
      expect(rows.map(({ n: _, ...row }) => row)).to.deep.equal(wanted.rows)
      expect(new Map(rows.map(({ url, n }) => [url, n]))).to.deep.equal(lines)
    }
  })

  it('are null, and without pages, for a batch that is not there', async () => {
    for (const reports of processes) {
      expect(await reports.report(named('none'), alone)).to.equal(null)
      expect(await rowsOf(reports.pages(named('none'), all))).to.deep.equal([])
    }
  })

  it('say what is to be checked at the home of a crawl alone', async () => {
    const id = atHome(1, 'checked')
    await inspect(fixture.frontier, id, scenePages('y.example'))
    const [home, other] = processes
    expect((await home.targets(id, 10, signal))?.urls).to.deep.equal(['http://outside.example/'])
    expect((await home.figures(id, signal))?.pages.total).to.equal(6)
    for (const ask of [() => other.targets(id, 10, signal), () => other.figures(id, signal)])
      expect(await rejectionOf(ask())).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('are unavailable once a shard is lost', async () => {
    const id = atHome(1, 'lost')
    await inspect(fixture.frontier, id, scenePages('z.example'))
    lost[1]?.abort()
    const [home, other] = processes
    const asks = [
      () => home.report(named(id), alone),
      () => other.report(named(id), alone),
      () => home.figures(id, signal),
    ]
    for (const ask of asks) expect(await rejectionOf(ask())).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })
})
