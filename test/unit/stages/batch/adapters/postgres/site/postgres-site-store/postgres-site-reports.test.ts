import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { isUnavailable } from '#shared/errors.ts'
import {
  postgresSiteReports,
  postgresSiteStore,
} from '#stages/batch/adapters/postgres/site/postgres-site-store.ts'
import {
  isOverBudget,
  makeSiteReports,
  type SiteReports,
} from '#stages/batch/adapters/sqlite/site/site-reports.ts'
import type { Frontier } from '#stages/batch/frontier/frontier.ts'
import type { SiteStore } from '#stages/batch/site/finish/site-store.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { crawlRules } from '#test/contract/frontier/batch-scene.ts'
import { openFileFixture, type SiteFixture } from '../../../../site-fixture.ts'
import { inspect, type ScenePages, scenePages } from '../../../sqlite/site/site-scene.ts'
import { databaseOfEachTest } from '../../database-of-test.ts'
import { frontierOn } from '../site-on-postgres.ts'

const budget = { timeoutMs: 30_000, memoryMb: 256 }
const { signal } = new AbortController()

describe('reports from PostgreSQL', () => {
  const postgres = databaseOfEachTest()
  const started: SiteReports[] = []
  let file: SiteFixture
  beforeEach(async () => {
    file = await openFileFixture()
  })
  afterEach(async () => {
    for (const reports of started.splice(0)) await reports.stop()
    await file.close()
  })
  const reportsOf = (make: () => SiteReports) => {
    const reports = make()
    started.push(reports)
    return reports
  }
  const ofDatabase = () => reportsOf(() => postgresSiteReports(postgres.url, budget))
  const ofFile = () => reportsOf(() => makeSiteReports({ source: file.path, budget }))

  /** Inspects the same batches in the file and in the database. */
  async function inBoth(work: (frontier: Frontier, sites: SiteStore) => Promise<void>): Promise<void> {
    await work(file.frontier, file.sites)
    await work(frontierOn(postgres), postgresSiteStore(postgres))
  }
  const withoutEnd = (report: string | null) => report?.replace(/"finished_at":"[^"]*"/, '"finished_at":""')
  async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
    const all: Uint8Array[] = []
    for await (const chunk of chunks) all.push(chunk)
    return Buffer.concat(all).toString()
  }

  for (const [what, crawl] of [
    ['a crawl', crawlRules],
    ['a list', null],
  ] as const)
    it(`are those of the same site in a file, byte by byte: of ${what}`, async () => {
      const [id, before] = [randomUUID(), randomUUID()]
      const { 'http://x.example/b': _, ...fewer } = scenePages('x.example', 'y.example')
      await inBoth(async (frontier, sites) => {
        await inspect(frontier, before, fewer, { crawl })
        await inspect(frontier, id, scenePages('x.example', 'y.example'), { crawl })
        await sites.addListed(id, [
          'http://x.example/a',
          'http://x.example/alone?a=%41',
          'http://x.example/alone?a=A',
        ])
        await sites.addProbes(id, [
          { url: 'http://outside.example/', status: 404, error: null, location: null },
          { url: 'http://x.example/alone?a=A', status: 301, error: null, location: 'http://x.example/b' },
        ])
        await sites.finish(id, ['http://x.example'])
      })
      const batch = { id, owner: 'someone' }
      const [own, other] = [ofDatabase(), ofFile()]
      for (const query of [{ compare: null }, { compare: before }, { compare: null, examples: 100 }]) {
        const made = await own.report(batch, { ...query, signal })
        expect(made).to.be.a('string')
        expect(withoutEnd(made)).to.equal(withoutEnd(await other.report(batch, { ...query, signal })))
      }
      expect(JSON.parse((await own.report(batch, { compare: null, signal })) ?? '').complete).to.equal(true)
      const rows = await textOf(own.pages(batch, { after: 0, limit: null, signal }))
      expect(rows.split('\n')).to.have.length.above(7)
      expect(rows).to.equal(await textOf(other.pages(batch, { after: 0, limit: null, signal })))
      expect(await own.targets(id, 10, signal)).to.deep.equal(await other.targets(id, 10, signal))
      expect(await own.changes(id, before, signal)).to.deep.equal(await other.changes(id, before, signal))
      expect((await own.figures(id, signal))?.pages).to.deep.equal((await other.figures(id, signal))?.pages)
    })

  it('are those of the same site in a file: of 2,000 pages that link to each other', async () => {
    const urls = Array.from({ length: 2000 }, (_, at) => `http://x.example/${at}`)
    const links = (at: number) =>
      [1, 7, 500].map((step) => ({
        ...{ url: urls[(at + step) % urls.length] ?? '', text: `to ${step}`, isNofollow: at % 11 === 0 },
      }))
    const pages: ScenePages = Object.fromEntries(
      urls.map((url, at) => [
        url,
        { title: `Title ${at % 100}`, links: links(at), fails: at % 3 ? ['often'] : [] },
      ]),
    )
    const id = randomUUID()
    await inBoth((frontier) => inspect(frontier, id, pages))
    const batch = { id, owner: 'someone' }
    const made = await ofDatabase().report(batch, { compare: null, signal })
    expect(withoutEnd(made)).to.equal(withoutEnd(await ofFile().report(batch, { compare: null, signal })))
  })

  it('are null for unknown batches', async () => {
    const reports = ofDatabase()
    const unknown = { id: randomUUID(), owner: 'someone' }
    expect(await reports.report(unknown, { compare: null, signal })).to.equal(null)
    expect(await textOf(reports.pages(unknown, { after: 0, limit: null, signal }))).to.equal('')
    expect(await reports.targets(unknown.id, 1, signal)).to.equal(null)
    expect(await reports.figures(unknown.id, signal)).to.equal(null)
    expect(await reports.changes(unknown.id, randomUUID(), signal)).to.equal(null)
  })

  it('are unavailable while the database is away, which is no matter of the budget', async () => {
    const away = reportsOf(() => postgresSiteReports('postgres://nobody@127.0.0.1:1/none', budget))
    const error = await rejectionOf(away.figures(randomUUID(), signal))
    expect([isUnavailable(error), isOverBudget(error)]).to.deep.equal([true, false])
  })

  it('have a budget that reading from the database counts for', async () => {
    const id = randomUUID()
    await inspect(frontierOn(postgres), id, scenePages('x.example'))
    const tight = reportsOf(() => postgresSiteReports(postgres.url, { ...budget, timeoutMs: 1 }))
    expect(await tight.figures(id, signal)).to.equal(null)
  })
})
