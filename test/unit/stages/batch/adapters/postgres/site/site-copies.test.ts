import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Session } from '#stages/batch/adapters/postgres/connection/postgres.ts'
import { postgresSiteStore } from '#stages/batch/adapters/postgres/site/postgres-site-store.ts'
import { SiteCopies } from '#stages/batch/adapters/postgres/site/site-copies.ts'
import { batchNamed, completionsOf, page } from '#test/contract/frontier/batch-scene.ts'
import { inspect, scenePages } from '../../sqlite/site/site-scene.ts'
import { databaseOfEachTest } from '../database-of-test.ts'
import { frontierOn } from './site-on-postgres.ts'

describe('copies of sites', () => {
  const postgres = databaseOfEachTest()
  let copies: SiteCopies
  /** Cursors that were opened on tables. */
  let read: string[]

  beforeEach(() => {
    read = []
    const counting = (session: Session): Session => ({
      query(text, values) {
        const [, table] = /FOR SELECT .* FROM (\w+)/.exec(text) ?? []
        if (table !== undefined) read.push(table)
        return session.query(text, values)
      },
    })
    copies = new SiteCopies(() => ({
      ...counting(postgres),
      transaction: (work, options) => postgres.transaction((session) => work(counting(session)), options),
      close: async () => undefined,
    }))
  })
  afterEach(() => copies.close())

  const site = (id: string) => ({ source: postgres.url, id })
  const crawled = async (host = 'x.example') => {
    const id = randomUUID()
    await inspect(frontierOn(postgres), id, scenePages(host))
    return id
  }
  const listed = (reader: Awaited<ReturnType<SiteCopies['of']>>, id: string) =>
    reader?.snapshot(id, null)?.site.addresses.isListed.filter((is) => is === 1).length

  it('are made once of a batch that does not change', async () => {
    const id = await crawled()
    const reader = await copies.of(site(id))
    expect(reader?.report(id, null)?.pages.total).to.equal(7)
    expect(read).to.have.length(9)
    expect(await copies.of(site(id))).to.equal(reader)
    expect(await copies.with(site(id), (same) => same)).to.equal(reader)
    expect(read).to.have.length(9)
  })

  it('are made anew when results have come; rows of a version stay as they were', async () => {
    const id = randomUUID()
    const frontier = frontierOn(postgres)
    await frontier.create(batchNamed(id))
    await frontier.add(id, [page('http://x.example/1'), page('http://y.example/2')])
    await frontier.start(id, false)
    const { dispatches } = await frontier.dispatch(10)
    await frontier.complete(completionsOf(dispatches.slice(0, 1)))
    const before = (await copies.of(site(id)))?.snapshot(id, null)
    await frontier.complete(completionsOf(dispatches.slice(1)))
    const same = await copies.of(site(id), before?.version)
    expect(same?.snapshot(id, before?.version ?? null)?.rows.count).to.equal(1)
    const now = (await copies.of(site(id)))?.report(id, null)
    expect([now?.pages.total, now?.batch.state, now?.complete]).to.deep.equal([2, 'finished', true])
  })

  it('get what sitemaps list and links answer without the rest', async () => {
    const id = await crawled()
    const store = postgresSiteStore(postgres)
    expect(listed(await copies.fresh(site(id)), id)).to.equal(0)
    read.splice(0)
    await store.addListed(id, ['http://x.example/a', 'http://x.example/new'])
    await store.addProbes(id, [
      { url: 'http://outside.example/', status: 301, error: null, location: 'http://outside.example/new' },
    ])
    const reader = await copies.fresh(site(id))
    expect(read).to.deep.equal(['site_texts', 'site_listed', 'site_sitemap_origins', 'site_probes'])
    expect(listed(reader, id)).to.equal(2)
    const { addresses } = reader?.snapshot(id, null)?.site ?? {}
    const urls = Array.from({ length: addresses?.count ?? 0 }, (_, at) => addresses?.url(at))
    expect(urls).to.include.members(['http://x.example/new', 'http://outside.example/new'])
  })

  it('are made of another batch besides', async () => {
    const [id, other] = [await crawled(), await crawled('other.example')]
    const reader = await copies.of(site(id))
    expect(await copies.with(site(other), (before) => before.report(other, null)?.batch.id)).to.equal(other)
    expect(await copies.of(site(id))).to.equal(reader)
  })

  it('are not there of unknown batches and of those that are being removed', async () => {
    const id = await crawled()
    expect(await copies.of(site(id))).not.to.equal(null)
    await postgres.query('UPDATE batches SET leftovers = 3')
    expect([await copies.of(site(id)), await copies.fresh(site(id))]).to.deep.equal([null, null])
    expect(await copies.of(site(randomUUID()))).to.equal(null)
    expect(await copies.with(site(id), () => 1)).to.equal(null)
  })
})
