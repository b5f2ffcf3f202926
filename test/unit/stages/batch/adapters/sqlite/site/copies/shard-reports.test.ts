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
import type { OwnedSite } from '#stages/batch/shards/site/owned-site.ts'
import { siteStores } from '#stages/batch/shards/site/site-stores.ts'
import { startSiteFinisher } from '#stages/batch/site/finish/site-finisher.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { crawlRules, linesOf } from '#test/contract/frontier/batch-scene.ts'
import { frontierOptions } from '#test/contract/frontier/frontier-fixture.ts'
import { silentLog } from '#test/support/silent-log.ts'
import {
  openShardedFixture,
  type ShardedFixture,
  type ShardFile,
} from '../../../../shards/sharded-fixture.ts'
import { openFileFixture } from '../../../../site-fixture.ts'
import { inspect, rowsOf, type ScenePages, scenePages, withoutTimes } from '../site-scene.ts'

const COUNT = 4
const { signal } = new AbortController()
const budget = { timeoutMs: 15_000, memoryMb: 256 }
const named = (id: string) => ({ id, owner: '' })
const all = { after: 0, limit: null, signal }
const wholeSitemap = {
  ...{ status: 200, error: null, kind: 'urlset' as const, fault: null, bytes: 1, entries: 0, isCut: false },
}
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

describe('reports on batches in shards', () => {
  let fixture: ShardedFixture
  let thread: ReportThread
  let folder: string
  /** The first one owns shards 0 and 1, the second one the others. */
  let processes: [ShardReports, ShardReports]
  const lost = Array.from({ length: COUNT }, () => new AbortController())

  const ownedBy = (owns: readonly number[]) =>
    owns.map((shard): OwnedSite => {
      const { path, store } = fixture.files[shard] as ShardFile
      return { shard, path, sites: store.sites, lost: (lost[shard] as AbortController).signal }
    })

  before(async () => {
    fixture = await openShardedFixture(frontierOptions, { count: COUNT, isReplayed: false })
    thread = makeReportThread(budget)
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-copies-'))
    const processOf = (owns: readonly number[], other: () => ShardReports) =>
      makeShardReports({
        ...{ thread, shards: fixture.shards, folder: join(folder, `${owns[0]}`) },
        owned: () => ownedBy(owns),
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
      const { new_total: found, fixed_total: fixed } = report.changes
      expect(await processes[0].changes(now, then, signal)).to.deep.equal({ found, fixed })
      for (const gone of [atHome(0, 'gone'), atHome(shard, 'gone')])
        expect(await processes[0].changes(now, gone, signal)).to.equal(null)
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
      const ofLines = rows.filter(({ url }) => lines.has(url))
      expect(new Map(ofLines.map(({ url, n }) => [url, n]))).to.deep.equal(lines)
      // The final pages of the two redirects come behind all lines.
      expect(
        rows
          .map(({ n }) => n)
          .sort((a, b) => a - b)
          .slice(lines.size),
      ).to.deep.equal([13, 14])
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
    expect((await home.figures(id, signal))?.pages.total).to.equal(7)
    for (const ask of [() => other.targets(id, 10, signal), () => other.figures(id, signal)])
      expect(await rejectionOf(ask())).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('are completed by one finisher for all shards of a process', async () => {
    const [first, second] = [atHome(0, 'ended'), atHome(1, 'ended')]
    for (const id of [first, second])
      await inspect(fixture.frontier, id, scenePages(`${id}.example`), { crawl: crawlRules, owner: id })
    const owned = () => ownedBy([0, 1])
    const [reports] = processes
    const published = new Map<string, number | undefined>()
    const stop = startSiteFinisher({
      sites: siteStores(owned, COUNT),
      targets: reports.targets,
      async publish({ id }) {
        published.set(id, (await reports.figures(id, signal))?.pages.total)
      },
      lookups: {
        async *listSitemap() {
          yield { pages: [], sitemaps: [], end: wholeSitemap }
        },
        checkTarget: async () => ({ kind: 'allowed' }),
        robots: async () => ({ state: 'absent', allowed: true, sitemaps: [] }) as never,
        probe: async () => [],
      },
      ...{
        logger: silentLog,
        maxProbes: 0,
        maxListed: 10,
        maxMs: 10_000,
        atATime: 2,
        intervalMs: 10,
        retryMs: 1,
      },
    })
    await eventually(() => published.has(first) && published.has(second))
    await stop()
    expect([published.get(first), published.get(second)]).to.deep.equal([7, 7])
    for (const id of [first, second]) {
      const report = withoutTimes(await reports.report({ id, owner: id }, alone))
      expect(report.complete).to.equal(true)
    }
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
